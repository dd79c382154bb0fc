"""Chromium, and a page of `topple play` or of a study in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hands import PATIENCE_MS, errors_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Debian's Chromium; nothing is downloaded."""
    path = shutil.which("chromium")
    if path is None:
        pytest.fail("no `chromium` on PATH; on Debian, `apt-get install chromium` brings it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open a page that has a touch screen, and records what goes wrong on it."""
    context = browser.new_context(viewport={"width": 1000, "height": 1300}, has_touch=True)
    context.set_default_timeout(PATIENCE_MS)
    found = context.new_page()
    errors = errors_of(found)
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on("console", lambda said: errors.extend([said.text] * (said.type == "error")))
    yield found
    context.close()
    assert errors == []
