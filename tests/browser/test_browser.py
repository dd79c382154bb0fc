"""Pages as a reader meets them: on a phone, by keyboard, in light and in dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from hands import PATIENCE_MS, wait_for

from topple.cli.main import main

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PHONE, DESK = 390, 1400  # pixels wide
READABLE = 4.5  # WCAG 2, level AA
CONTRAST = Path(__file__).with_name("contrast.js").read_text()
RUNS = Path(__file__).resolve().parents[1] / "recorded" / "runs"
REPORTED = ("deepphy-birds", "deepphy-phyre", "phyq-broad", "physiq-insertion", "physiq-confidence")
KINDS = (
    "report.html",
    "report-deepphy-phyre.html",
    "report-physiq-confidence.html",
    "film-phyre.html",
    "film-birds.html",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the pages of recorded runs, and the page of a film per world."""
    place = tmp_path_factory.mktemp("pages")
    report = ["report", *(str(RUNS / name) for name in REPORTED), "--out"]
    assert main([*report, str(place / "report.html")]) == 0
    for world, task in (("phyre", "phyre/off_the_ledge:023"), ("birds", "birds/under_a_roof:3")):
        page = place / f"film-{world}.html"
        assert main(["show", task, "--solution", "-o", str(page)]) == 0
    return place


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open a page that records what goes wrong on it."""
    found = browser.new_page(viewport={"width": DESK, "height": 900})
    found.set_default_timeout(PATIENCE_MS)
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.on("console", lambda said: errors.extend([said.text] * (said.type == "error")))
    found.on("request", lambda asked: errors.extend([asked.url] * asked.url.startswith("http")))
    yield found
    found.close()
    assert errors == []


def open_all(page: Page, path: Path) -> None:
    page.goto(path.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


@pytest.mark.parametrize("name", KINDS)
def test_a_page_fits_a_phone(page: Page, folder: Path, name: str) -> None:
    page.set_viewport_size({"width": PHONE, "height": 800})
    open_all(page, folder / name)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable(
    page: Page, folder: Path, name: str, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    open_all(page, folder / name)
    assert page.evaluate(CONTRAST, READABLE) == []


def test_contents_lead_to_what_they_name(page: Page, folder: Path) -> None:
    page.goto((folder / "report.html").as_uri())
    links = page.locator(".contents a")
    assert links.count() > 10
    for i in range(links.count()):
        target = links.nth(i).get_attribute("href")
        assert page.locator(f"[id='{(target or '')[1:]}']").count() == 1
    links.last.click()
    page.locator("#made h2").first.wait_for()
    wait_for(page, lambda: bool(page.evaluate("scrollY > 1000")))


@pytest.mark.parametrize("protocol", ["deepphy-phyre", "phyq-broad"])
def test_a_picture_opens_a_player(page: Page, folder: Path, protocol: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto((folder / "report.html").as_uri())
    page.locator(f"section[id^={protocol}] [data-film]").first.click()
    player = page.locator("dialog.cinema .player")
    player.locator("canvas").wait_for()
    assert player.locator(".time").inner_text().startswith("0.0 s of ")
    check_controls(page)
    page.keyboard.press("Escape")
    page.locator("dialog.cinema").wait_for(state="hidden")


@pytest.mark.parametrize("name", ["film-phyre.html", "film-birds.html"])
def test_a_film_is_a_page_with_the_same_player(page: Page, folder: Path, name: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto((folder / name).as_uri())
    check_controls(page)


def check_controls(page: Page) -> None:
    """Keys and buttons move the time; the picture changes with it."""
    player = page.locator(".player")
    canvas, pixels = player.locator("canvas"), "canvas => canvas.toDataURL()"
    start = canvas.evaluate(pixels)
    page.keyboard.press("End")
    end = seconds(page)
    assert end > 0
    assert canvas.evaluate(pixels) != start
    page.keyboard.press("ArrowLeft")
    assert seconds(page) <= end
    page.keyboard.press("Home")
    assert seconds(page) == 0
    player.locator("select").select_option("0.25")
    player.get_by_role("button", name="Play").click()
    wait_for(page, lambda: seconds(page) > 0)
    player.get_by_role("button", name="Pause").click()
    player.get_by_role("button", name="Play").wait_for()


def seconds(page: Page) -> float:
    """Return the time that the player shows."""
    return float(page.locator(".player .time").inner_text().split()[0])


def test_transcripts_are_filtered_by_how_they_ended(page: Page, folder: Path) -> None:
    page.goto((folder / "report-physiq-confidence.html").as_uri())
    tasks = page.locator("details.task")
    everything = tasks.count()
    page.locator(".filter button[value=right]").click()
    shown = [task.get_attribute("data-end") for task in tasks.all() if task.is_visible()]
    assert 0 < len(shown) < everything
    assert set(shown) == {"right"}


def test_a_link_opens_the_attempt_it_names(page: Page, folder: Path) -> None:
    page.goto((folder / "report.html").as_uri())
    page.locator("section[id^=deepphy-phyre] figcaption a").first.click()
    page.wait_for_url(re.compile(r"/report-deepphy-phyre\.html#"))
    page.locator(".turn:target").wait_for()
