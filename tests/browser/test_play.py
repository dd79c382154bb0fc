"""People play every world in a real browser: by mouse, by touch, by keyboard alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hands import Player, Pointer, hurry, seconds, until_ready, wait_for

from topple.cli.main import main
from topple.runs.folder import ATTEMPTS
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.web import films, gallery
from topple.web.play import Play
from topple.web.record import Record
from topple.web.serve import listen, server
from topple.worlds import parts, world
from topple.worlds.gestures import Done
from topple.worlds.world import World

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

pytestmark = pytest.mark.browser

PLUGIN = Path(__file__).resolve().parents[1] / "plugin"
LATEST, MOST = 4.0, 5  # seconds and gestures of a plan that a test performs
WORLDS = ("birds", "iphyre", "kinetix", "phyre", "pool", "rope")
# A mouse moves in whole pixels; a plan must survive that.
SHAKEN = 0.0005  # share of the range of a number


class Site(NamedTuple):
    address: str
    record: Record


@pytest.fixture
def site(page: Page, tmp_path: Path) -> Iterator[Site]:
    """Serve on loopback, in this process, until the page has been left."""
    record = Record(tmp_path / "runs", "person")
    opened = listen("127.0.0.1", 0)
    running = server(Play(record).app())
    thread = threading.Thread(target=running.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    yield Site(f"http://127.0.0.1:{opened.getsockname()[1]}", record)
    page.goto("about:blank")  # a page that is left in the middle of an attempt still records it
    running.should_exit = True
    thread.join(5)
    record.close()


def performable(own: World) -> Task:
    """Return a task whose stored solution takes a few early gestures and survives a shaky hand."""
    for choice in gallery.choices(own):
        task = films.find(choice.tasks[0])
        done = films.performed(task, own.solution(task))
        if not done or len(done) > MOST or done[-1].at > LATEST:
            continue
        shaken = [
            plan for sign in (-1, 1) for part in (0, 1) if (plan := shake(task, done, sign, part))
        ]
        played = own.play([task] * len(shaken), shaken, threads=1)
        if all(each.outcome is Outcome.SOLVED for each in played):
            return task
    raise AssertionError(f"{own.name} has no such task")


def shake(task: Task, done: list[Done], sign: int, part: int) -> Action:
    """Return the plan of gestures whose numbers are off as a hand is; nothing if none has any."""
    plan: Action = ()
    player = parts.player(world(task.id.world))
    for each in done:
        gesture = player.turn(task, plan).find(each.name)
        if gesture is None or gesture.kind not in ("pull", "aim"):
            return ()
        numbers = list(each.numbers)
        numbers[part] += sign * SHAKEN * (gesture.numbers[part].most - gesture.numbers[part].least)
        plan = player.grown(task, plan, replace(each, numbers=tuple(numbers)))
    return plan


def attempts_of(site: Site, task: Task) -> list[Attempt]:
    folders = [f for f in site.record.folders if f.name.startswith(f"play-{task.id.world}")]
    lines = [line for f in folders for line in (f / ATTEMPTS).read_bytes().splitlines(True)]
    return [Attempt.from_line(line) for line in lines if line.endswith(b"\n")]


def until_stored(page: Page, site: Site, task: Task) -> list[Attempt]:
    """Return the attempts at a task as soon as there is one: the page tells the server last."""
    wait_for(page, lambda: bool(attempts_of(site, task)))
    return attempts_of(site, task)


def until_said(page: Page, words: str) -> None:
    """Let time pass until the outcome is shown."""
    start = page.locator(".run")
    if start.is_visible() and start.inner_text() != "Pause":
        start.click()
    wait_for(page, lambda: says(page.locator(".outcome"), words))


@pytest.mark.parametrize("how", ["mouse", "touch", "keyboard"])
@pytest.mark.parametrize("name", WORLDS)
def test_a_person_solves_a_task(page: Page, site: Site, name: str, how: str) -> None:
    own = world(name)
    task = performable(own)
    solution = own.solution(task)
    page.goto(f"{site.address}/play/{task}")
    until_ready(page)
    player = Player(page, task, touch=how == "touch")
    page.locator(".pausing").check()
    page.locator("canvas").focus()
    for done in films.performed(task, solution):
        player.perform(done, keys=how == "keyboard")
    page.locator(".speed").select_option("2")
    hurry(page)
    page.locator(".pausing").uncheck()
    until_said(page, "solved")
    (attempt,) = until_stored(page, site, task)
    assert attempt.outcome is Outcome.SOLVED
    (stored,) = own.play([task], [solution], threads=1)
    if how == "keyboard" or name not in ("birds", "pool"):
        assert attempt.digest == stored.digest
    (folder,) = (f for f in site.record.folders if f.name.startswith(f"play-{name}"))
    number = ["--attempt", str(attempt.number)]
    assert main(["show", str(folder), "--task", str(task), *number]) == 0


def test_a_cross_hair_places_a_ball_and_aims_a_shot(page: Page, site: Site) -> None:
    """Arrow keys on the picture are enough: they change the numbers, Enter makes the move."""
    for task, field, keys in (
        ("phyre/off_the_ledge@1:023", "x", ["ArrowRight", "ArrowUp", "+"]),
        ("pool/nine_ball:0", "angle", ["ArrowLeft", "ArrowUp"]),
    ):
        page.goto(f"{site.address}/play/{task}")
        until_ready(page)
        number = page.locator(f".moves input[name={field}]")
        before = float(number.input_value())
        page.locator("canvas").focus()
        for key in keys:
            page.keyboard.press(key)
        assert float(number.input_value()) > before
        page.keyboard.press("Enter")
        wait_for(page, lambda: seconds(page) > 0.2)


def test_a_page_says_why_time_stands_still_after_a_shot(page: Page, site: Site) -> None:
    """The first bird may still fly when the next one can be shot."""
    task = world("birds").task("birds/open_two_slits:080")
    page.goto(f"{site.address}/play/{task}")
    until_ready(page)
    first, *_ = films.performed(task, world("birds").solution(task))
    Player(page, task).perform(first, keys=False)
    hurry(page)
    page.locator(".outcome.turn").get_by_text("it is your turn").wait_for()
    assert 0.5 < seconds(page) < 60
    page.locator(".speed").select_option("0.25")
    page.get_by_role("button", name="Let time pass").click()
    page.locator(".outcome.turn").wait_for(state="detached")


@contextmanager
def playing_outside(page: Page, tmp_path: Path, task: str) -> Iterator[None]:
    """Install the packages from outside, certify a world, and open a task of it."""
    shutil.copytree(PLUGIN, tmp_path / "installed")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    command = [sys.executable, "-m", "topple.cli.main"]
    options: Any = {"cwd": tmp_path, "env": environment, "stderr": subprocess.PIPE, "text": True}
    certify = [*command, "certify", task.partition("/")[0]]
    subprocess.run(certify, check=True, stdout=subprocess.PIPE, **options)
    play = [*command, "play", task, "--port", "0", "--no-browser"]
    with subprocess.Popen(play, **options) as served:
        try:
            assert served.stderr
            page.goto(served.stderr.readline().partition(" at ")[2].partition(";")[0])
            until_ready(page)
            yield
            page.goto("about:blank")
        finally:
            served.kill()


def solution_of(page: Page) -> list[float]:
    """Ask the server of a page for the stored solution."""
    task = page.locator(".play").get_attribute("data-task")
    site = page.url.partition("/play")[0]
    found: list[float] = page.request.post(f"{site}/solution", data={"task": task}).json()["plan"]
    return found


def test_a_world_of_turns_from_outside_is_played(page: Page, tmp_path: Path) -> None:
    """Carts is a package of its own; its stored solution is played button by button."""
    with playing_outside(page, tmp_path, "carts/on_rails:0"):
        for turn, push in enumerate(solution_of(page), 1):
            name = {-1: "Push left", 0: "Let it roll", 1: "Push right"}[int(push)]
            page.get_by_role("button", name=name).click()
            until_ready(page)
            wait_for(page, partial(has_passed, page, turn))
            # After the last turn there are no buttons, and the outcome comes from the server.
            wait_for(
                page, lambda: page.locator(".moves button:visible").count() > 0 or is_over(page)
            )
            if is_over(page):
                break
        page.locator(".outcome.solved").wait_for()


def test_a_world_of_one_move_from_outside_is_played(page: Page, tmp_path: Path) -> None:
    """Marbles is rolled by mouse: pulled back from where it lies, and let go."""
    reach, fastest, window = 0.5, 5.0, (-0.5, -0.2, 4.5, 1.2)
    with playing_outside(page, tmp_path, "marbles/on_wood:0"):
        (speed,) = solution_of(page)
        box = page.locator("canvas").bounding_box()
        assert box
        pixels = box["width"] / window[2]
        x, y = box["x"] - window[0] * pixels, box["y"] + (window[1] + window[3] - 0.1) * pixels
        back = speed / fastest * max(reach * pixels, 90.0)
        Pointer(page).drag((x, y), (x - 9, y), (x - back, y))
        page.locator(".outcome.solved").wait_for()


def test_an_agent_is_watched_live_until_it_solves_the_task(page: Page, site: Site) -> None:
    page.emulate_media(reduced_motion="reduce")  # films wait for the button
    page.goto(f"{site.address}/play/iphyre/hole@1:000")
    until_ready(page)
    page.get_by_role("button", name="random", exact=True).click()
    said = page.locator(".said")
    for number in range(1, 100):
        wait_for(page, partial(says, said, f"attempt {number}: "))
        if "solved" in said.inner_text():
            break
        page.locator(".other select").select_option("4")
        page.locator(".other input[type=range]").fill("14.9")
        page.locator(".other button").click()
    assert page.locator(".other .outcome.solved").count() == 1
    assert page.locator(".moves button:visible").count() > 0  # one's own attempt has not begun


def says(place: Locator, words: str) -> bool:
    return words in place.inner_text().lower()


def test_a_double_click_on_again_records_one_attempt(page: Page, site: Site) -> None:
    task = films.find("phyre/off_the_ledge@1:023")
    page.goto(f"{site.address}/play/{task}")
    page.get_by_role("button", name="Place the ball").click()
    page.locator(".run:visible").wait_for()
    page.get_by_role("button", name="Again").dblclick()
    page.get_by_role("button", name="Place the ball").wait_for()
    page.get_by_role("button", name="Show a hint").click()
    page.get_by_text(task.caption).wait_for()
    assert len(until_stored(page, site, task)) == 1


def test_no_click_is_lost_while_a_film_arrives(page: Page, site: Site) -> None:
    """The answer to the first gesture comes late: two more clicks are made before it."""

    asked: list[Route] = []

    def hold_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.goto(f"{site.address}/play/iphyre/hole@1:000")
    until_ready(page)
    page.locator(".pausing").check()
    page.route("**/film", hold_first)
    page.get_by_role("button", name="Remove block 0").click()
    page.get_by_role("button", name="Remove block 1").click()
    page.locator(".run").click()
    wait_for(page, lambda: len(asked) == 1)
    asked[0].continue_()
    until_ready(page)
    wait_for(page, lambda: seconds(page) > 0.5)
    assert page.locator(".moves button:visible").count() == 2


def test_a_film_that_arrives_during_a_click_does_not_make_it_miss(page: Page, site: Site) -> None:
    page.goto(f"{site.address}/play/iphyre/hole@1:000")
    until_ready(page)
    first, second = (page.get_by_role("button", name=f"Remove block {n}") for n in (0, 1))
    second.hover()
    first.evaluate("button => button.click()")
    page.mouse.down()
    first.wait_for(state="hidden")
    page.mouse.up()
    second.wait_for(state="hidden")


def is_over(page: Page) -> bool:
    return bool(page.locator(".outcome").inner_text())


def has_passed(page: Page, moment: float) -> bool:
    return seconds(page) >= moment
