"""README says what is true today: counts, version, films."""

from __future__ import annotations

import json
import re
from pathlib import Path

from topple import __version__
from topple.cli._overview import FILE

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
LARGEST_FILM = 300_000  # bytes


def counts() -> dict[str, tuple[int, int]]:
    """Return the numbers of templates and tasks of every world."""
    stored = json.loads(FILE.read_text())
    return {
        name: (
            sum(group["templates"] for group in each["groups"].values()),
            sum(group["tasks"] for group in each["groups"].values()),
        )
        for name, each in stored.items()
    }


def test_every_world_has_a_light_film_and_its_counts() -> None:
    films = re.findall(r'src="docs/images/(\w+)\.webp"', README)
    assert sorted(films) == sorted(counts())
    for name in films:
        assert (ROOT / "docs" / "images" / f"{name}.webp").stat().st_size < LARGEST_FILM
    told = re.findall(r"(\d+) templates, ([\d,]+) tasks", README)
    found = [(int(templates), int(tasks.replace(",", ""))) for templates, tasks in told]
    assert found == [counts()[name] for name in films]
    assert f"with {sum(tasks for _, tasks in counts().values()):,} tasks" in README


def test_the_version_is_todays() -> None:
    assert f"Version {__version__}," in README
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {__version__}\n" in citation


def test_the_picture_of_results_shows_what_the_pages_say() -> None:
    from tools.docs.chart import NARROW, WIDE, draw

    for name, columns in (("results", WIDE), ("results_narrow", NARROW)):
        assert (ROOT / "docs" / "images" / f"{name}.svg").read_text() == draw(columns)


def test_every_bar_has_an_interval_or_is_published_and_every_panel_starts_at_chance() -> None:
    from tools.docs.chart import PANELS

    for title, bars in PANELS.items():
        assert bars[0].kind == "floor", title
        (floor, _), *others = (bar.at.read() for bar in bars)
        for bar in bars:
            value, interval = bar.at.read()
            assert (interval is None) == (bar.kind == "published"), f"{title}: {bar.label}"
            assert interval is None or interval[0] <= value <= interval[1]
        assert all(value > floor for value, _ in others), f"{title}: below chance"
