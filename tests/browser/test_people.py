"""People take part in studies in a real browser."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hands import Player, errors_of, seconds, until_ready, wait_for
from served import begin, serving
from simulated import fail

from topple import load
from topple.cli.main import main
from topple.web import films
from topple.web.study.export import export
from topple.web.study.read import study_of
from topple.web.study.store import Store
from topple.worlds import world

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser


def test_a_study_goes_on_after_a_reload(page: Page, tmp_path: Path) -> None:
    study = study_of(
        {"name": "reload", "tasks": ["iphyre/hole@1:000"], "texts": {"consent": "Do you agree?"}}
    )
    store = Store(tmp_path / "study.db", study.name, make=True)
    with serving(page, study, store) as address:
        begin(page, address)
        page.locator(".moves button:visible").first.click()
        wait_for(page, lambda: len(store.rows("events")) == 1)
        page.reload()
        page.get_by_role("button", name="End this attempt").click()
        page.locator(".on").wait_for()
        assert len(store.rows("events")) == 1
        (attempt,) = store.rows("attempts")
        assert attempt["plan"] == store.rows("events")[0]["plan"]
        assert attempt["ended"] > attempt["begun"]


@pytest.mark.parametrize("solves", [True, False], ids=["able", "less"])
def test_people_in_a_browser_are_recorded_as_they_play(
    page: Page, tmp_path: Path, solves: bool
) -> None:
    """A person plays a whole study by mouse; the export is a run that can be played again."""
    own = world("phyre")
    templates = [each for each in own.templates().values() if each.group == "ball"][:3]
    tasks = [str(own.id_of(each, own.served(each)[0])) for each in templates]
    facts = {"name": "people", "tasks": tasks, "attempts": 1, "order": "fixed"}
    study = study_of({**facts, "texts": {"consent": "Do you agree?"}})
    store = Store(tmp_path / "study.db", study.name, make=True)
    with serving(page, study, store) as address:
        begin(page, address)
        for place, name in enumerate(tasks, 1):
            task = films.find(name)
            page.get_by_text(f"task {place} of {len(tasks)}").wait_for()
            until_ready(page)
            action = own.solution(task) if solves else fail(task, random.Random(name))
            (done,) = films.performed(task, action)
            Player(page, task).perform(done, keys=False)
            page.get_by_role("button", name="Next").click()
        page.get_by_text("Thank you.").wait_for()
        export(study, store, tmp_path / "out")
    run = load(tmp_path / "out" / "runs" / "phyre")
    assert (run.results.solved_at > 0).tolist() == [solves] * len(tasks)
    assert main(["show", str(tmp_path / "out" / "runs" / "phyre")]) == 0


def test_a_study_without_feedback_shows_the_present_and_no_end(page: Page, tmp_path: Path) -> None:
    facts = {"name": "silent", "texts": {"consent": "Do you agree?"}, "feedback": False}
    study = study_of({**facts, "tasks": ["iphyre/hole@1:000"], "attempts": 1})
    store = Store(tmp_path / "study.db", study.name, make=True)
    answers: list[str] = []
    with serving(page, study, store) as address:
        page.on("response", lambda each: answers.append(each.url))
        begin(page, address)
        until_ready(page)
        page.locator(".run").click()
        wait_for(page, lambda: seconds(page) > 2.5)
        page.get_by_role("button", name="Remove block 3").click()
        page.get_by_text("Stored.").wait_for()
        (event,) = store.rows("events")
        assert json.loads(event["done"])["at"] > 2.5
        assert sum(url.endswith("/film") for url in answers) > 4
        assert len(store.rows("attempts")) == 1


def test_a_bad_network_leaves_words_and_a_button_and_loses_nothing(
    page: Page, tmp_path: Path
) -> None:
    """Messages fail in every way that they can; the page says so, and sends them again.

    The clock of the page stands still, so that nothing is sent again but by the button.
    """
    facts = {"name": "faults", "tasks": ["phyre/off_the_ledge@1:007"], "attempts": 1}
    study = study_of({**facts, "texts": {"consent": "Do you agree?"}})
    store = Store(tmp_path / "study.db", study.name, make=True)
    faults: list[tuple[int, str, str]] = []

    def fail_first(route: Route) -> None:
        if not faults:
            route.continue_()
            return
        status, kind, body = faults.pop()
        if status:
            route.fulfill(status=status, content_type=kind, body=body)
        else:
            route.abort()

    with serving(page, study, store) as address:
        page.clock.install(time=0)
        page.goto(address)
        page.clock.pause_at(60)
        page.route(re.compile("/(film|finish)$"), fail_first)
        faults += [(0, "", "")]
        begin(page, address)
        trouble, again = page.locator(".trouble"), page.locator(".trouble button")
        trouble.get_by_text("there is no connection").wait_for()
        again.click()
        until_ready(page)
        faults += [(429, "text/plain", "too many requests"), (502, "text/html", "<h1>Bad</h1>")]
        page.get_by_role("button", name="Place the ball").click()
        trouble.get_by_text("the server answers 502").wait_for()
        again.click()
        trouble.get_by_text("too many requests").wait_for()
        again.click()
        wait_for(page, lambda: len(store.rows("events")) == 1)
        trouble.wait_for(state="hidden")
        faults += [(0, "", "")]
        page.get_by_role("button", name="End this attempt").click()
        trouble.get_by_text("Nothing is lost").wait_for()
        again.click()
        page.locator(".on").click()
        page.get_by_text("Thank you.").wait_for()
        assert [row["outcome"] is not None for row in store.rows("attempts")] == [True]
    errors_of(page).clear()  # the browser logs every message that failed


def test_an_old_tab_says_that_it_is_old(page: Page, tmp_path: Path) -> None:
    tasks = ["phyre/off_the_ledge@1:007", "phyre/off_the_ledge@1:023"]
    facts = {"name": "tabs", "tasks": tasks, "attempts": 1, "order": "fixed"}
    study = study_of({**facts, "texts": {"consent": "Do you agree?"}})
    store = Store(tmp_path / "study.db", study.name, make=True)
    with serving(page, study, store) as address:
        begin(page, address)
        until_ready(page)
        other = page.context.new_page()
        other.goto(page.url)
        other.get_by_role("button", name="End this attempt").click()
        other.get_by_role("button", name="Next").click()
        other.get_by_text("task 2 of 2").wait_for()
        page.get_by_role("button", name="Place the ball").click()
        page.get_by_text("This page is not up to date").wait_for()
        page.get_by_role("button", name="Reload the page").click()
        page.get_by_text("task 2 of 2").wait_for()
        wait_for(page, lambda: [row["task"] for row in store.rows("attempts")] == tasks)
        assert store.rows("events") == []
        other.close()
    errors_of(page).clear()  # the browser logs the message that was refused
