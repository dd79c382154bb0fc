"""Pages of a study as people meet them: their language, scales, and films that go faster."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hands import errors_of, until_ready, wait_for
from served import begin, serving

from topple.web.study.read import study_of
from topple.web.study.store import Store
from topple.web.study.words import PHRASES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

FACTS = {"attempts": 1, "order": "fixed", "texts": {"consent": "Einverstanden?"}}


def test_a_page_speaks_the_language_of_the_study(page: Page, tmp_path: Path) -> None:
    """Every phrase is marked, so that one which is left out is seen."""
    words = {phrase: f"«{phrase}»" for phrase in PHRASES} | {"Place the ball": "«Kugel legen»"}
    facts = {"name": "words", "tasks": ["phyre/off_the_ledge@1:007"], "words": words}
    study = study_of({**FACTS, **facts, "language": "de"})
    store = Store(tmp_path / "study.db", study.name, make=True)
    with serving(page, study, store) as address:
        page.goto(address)
        page.get_by_role("button", name="«I agree»", exact=True).click()
        until_ready(page)
        assert page.locator(".count").inner_text() == "«attempt 1 of 1»"
        assert page.locator(".moves legend").inner_text() == "«Kugel legen»"
        assert page.locator(".moves summary").inner_text() == "«Numbers»"
        page.locator("canvas").click(position={"x": 5, "y": 5})
        page.get_by_text("«Not possible: ").wait_for()
        page.locator("canvas").focus()
        for _ in range(9):
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowDown")
        page.locator(".moves button").first.click()
        page.get_by_role("button", name="«End this attempt»").click()
        page.get_by_text("«missed»").wait_for()
        page.get_by_role("button", name="«Next»").click()
        page.get_by_text("«Thank you.»").wait_for()


def test_a_film_in_which_all_is_decided_may_be_seen_faster(page: Page, tmp_path: Path) -> None:
    study = study_of({**FACTS, "name": "fast", "tasks": ["iphyre/hole@1:000"]})
    store = Store(tmp_path / "study.db", study.name, make=True)
    with serving(page, study, store) as address:
        begin(page, address)
        until_ready(page)
        speed, blocks = page.locator(".speed"), page.locator(".moves button:visible")
        page.locator(".run").click()
        while blocks.count() > 0:
            assert speed.is_hidden()
            blocks.first.click()
            until_ready(page)
            page.locator("h1").hover()
        speed.select_option("16")
        page.locator(".on:visible").wait_for()
        assert len(store.rows("events")) == 4


def test_scales_and_sliders_are_answered(page: Page, tmp_path: Path) -> None:
    """A slider that nobody moved gives no answer."""
    ends = ["not at all", "very"]
    sure = {"name": "sure", "text": "How sure?", "kind": "scale", "least": 1, "most": 5}
    fun = {"name": "fun", "text": "How much fun?", "kind": "slider", "least": 0, "most": 100}
    asked = [{**each, "when": "task", "ends": ends} for each in (sure, fun)]
    study = study_of({**FACTS, "name": "ask", "tasks": ["iphyre/hole@1:000"], "questions": asked})
    store = Store(tmp_path / "study.db", study.name, make=True)
    with serving(page, study, store) as address:
        begin(page, address)
        until_ready(page)
        page.get_by_role("button", name="End this attempt").click()
        page.get_by_role("button", name="Next").click()
        page.get_by_label("4").check()
        page.get_by_role("button", name="Go on").click()
        page.get_by_text("Please answer.").wait_for()
        assert page.get_by_label("4").is_checked()
        page.locator("input[type=range]").focus()
        page.keyboard.press("End")
        page.get_by_role("button", name="Go on").click()
        page.get_by_text("Thank you.").wait_for()
        wait_for(page, lambda: store.rows("people")[0]["stage"] == "completed")
        found = {row["name"]: row["answer"] for row in store.rows("answers") if row["task"]}
        assert found == {"sure": "4", "fun": "100"}
    errors_of(page).clear()  # the browser logs the form that was not complete
