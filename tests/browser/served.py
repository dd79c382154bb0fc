"""Studies that are served for tests, and people who begin them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from topple.web.serve import listen, server
from topple.web.study.app import StudyApp
from topple.web.study.plan import Study
from topple.web.study.store import Store

if TYPE_CHECKING:
    from playwright.sync_api import Page


@contextmanager
def serving(page: Page, study: Study, store: Store) -> Iterator[str]:
    """Serve a study on loopback, in this process, until the page has been left."""
    opened = listen("127.0.0.1", 0)
    running = server(StudyApp(study, store).app())
    thread = threading.Thread(target=running.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{opened.getsockname()[1]}/"
        page.goto("about:blank")  # a page that is left still tells the server
    finally:
        running.should_exit = True
        thread.join(5)
        store.close()


def begin(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="I agree", exact=True).click()
