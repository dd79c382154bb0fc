"""Answer the requests of tests in one event loop, as a server does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from anyio.from_thread import start_blocking_portal
from starlette.testclient import TestClient


@contextmanager
def one_loop() -> Iterator[None]:
    """Share a loop among all clients; by itself, each request starts one, with a thread."""
    with start_blocking_portal() as portal, patch.object(TestClient, "portal", portal):
        yield
