"""What all tests need."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from topple.worlds import guests

# A job started in the background of a script inherits a deaf ear for Ctrl-C, and so would the
# processes that tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Made-up examples are the same on each call, so that a test run can be repeated; new ones are
# drawn by hand, with TOPPLE_FUZZ.
settings.register_profile("same", derandomize=True, database=None)
if "TOPPLE_FUZZ" not in os.environ:
    settings.load_profile("same")


@pytest.fixture(autouse=True)
def no_templates_of_other_tests() -> Iterator[None]:
    """Forget the templates and levels that a test loads by file."""
    before = {world: dict(found) for world, found in guests._LOADED.items()}
    yield
    guests._LOADED.clear()
    guests._LOADED.update(before)
