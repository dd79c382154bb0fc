"""The stored pages of results are those that the tools write."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

from tools.docs.pages import _deepphy_others, build, deepphy, names, pool, rope
from tools.docs.tables import ends, table
from tools.docs.versions import stamped
from topple.metrics.metric import metric
from topple.protocols import protocol
from topple.protocols.references import references
from topple.runs.folder import ATTEMPTS
from topple.runs.reduce import read_attempts
from topple.vlm.direct import play_directly
from topple.vlm.options import usual_setup
from topple.vlm.plan_questions import plan_of
from topple.worlds.birds.stored_levels import all_levels

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results"
PAGES = ROOT / "tools" / "docs" / "pages"
REBUILT = ("birds", "twins", "axes", "ranker")  # in seconds, from what is stored


@pytest.mark.parametrize("name", names())
def test_a_stored_page_has_the_text_that_is_filled_in(name: str) -> None:
    page, at = (RESULTS / f"{name}.md").read_text(), 0
    for piece, *_ in Formatter().parse((PAGES / f"{name}.md").read_text()):
        at = page.index(piece, at) + len(piece)


@pytest.mark.parametrize("name", REBUILT)
def test_a_stored_page_is_up_to_date(name: str) -> None:
    path = RESULTS / f"{name}.md"
    assert stamped(build(name, play=False), path) == path.read_text()


@pytest.mark.parametrize("player", ["mock", "example", "oracle"])
def test_players_that_read_nothing_play_alike_in_all_cells(player: str, tmp_path: Path) -> None:
    found = []
    for shows, tools in (("picture", "none"), ("symbols", "calculate"), ("both", "simulate:5")):
        asking = {**usual_setup("deepphy-iphyre"), "shows": shows, "tools": tools}
        plan = plan_of("deepphy-iphyre", asking, f"topple/{player}", limit=3)
        play_directly(plan, tmp_path / shows, unasked=True)
        made = read_attempts(tmp_path / shows / ATTEMPTS)
        found.append([(each.task, each.number, each.action, each.outcome) for each in made])
    assert found[0]
    assert found[0] == found[1] == found[2]


def test_published_rows_and_the_ceiling_are_on_the_page_of_deepphy() -> None:
    rules = protocol("deepphy-phyre-classic")
    found = references(f"{rules.name}-5x5x5", rules.version, "test")
    assert found is not None
    page = (RESULTS / "deepphy.md").read_text()
    said = deepphy.published(found.ceiling.mean(rules.folds))
    assert str(said["models"]) in page
    assert "The grid allows {ceiling:.1f}; the best, {best} with".format_map(said) in page
    assert "at {reached:.0f} % of that".format_map(said) in page
    assert f"| published | {' | '.join(deepphy.published_mock())} |" in page


def test_all_six_worlds_are_on_the_page_of_deepphy() -> None:
    page = (RESULTS / "deepphy.md").read_text()
    for title in ("Birds", "Birds: 34 levels", "Rope", "I-PHYRE", "Kinetix", "Pool"):
        assert f"\n## {title}\n" in page
    for part in _deepphy_others.parts().values():
        assert all(str(each) in page for each in part.values() if not isinstance(each, float))
        for value in (each for each in part.values() if isinstance(each, float)):
            assert f"{value:.1f}" in page
    levels = page.partition("## Birds: 34 levels")[2].partition("\n## ")[0]
    assert all(f" | {name} | " in levels for name in all_levels())


def test_words_are_left_and_numbers_right() -> None:
    written = table(("agent", "score", "note"), [("random", "1.0", "low")], left=(0, 2))
    assert written == "| agent | score | note |\n| --- | ---: | --- |\n| random | 1.0 | low |"


def test_every_published_row_of_the_rope_game_is_on_the_page_of_deepphy() -> None:
    rope = (RESULTS / "deepphy.md").read_text().partition("\n## Rope\n")[2]
    for row in metric("fed").originals("deepphy-rope"):
        assert f"| DeepPHY: {row.agent} | 88 | {row.figures['fed'][0]:.1f} (" in rope


def test_the_levels_of_rope_are_counted_as_they_are_certified() -> None:
    page = (RESULTS / "rope.md").read_text()
    levels, refused = rope.levels_by_pack()
    assert levels in page
    assert f"Refused: {refused}." in page
    count = sum(1 for _ in rope.certified())
    assert f"Of {count} stored solutions, {count} feed the creature" in page


@pytest.mark.parametrize(("name", "names"), [("pool", pool.PROTOCOLS), ("rope", rope.PROTOCOLS)])
def test_floors_and_ceilings_are_those_that_are_stored(name: str, names: tuple[str, ...]) -> None:
    assert ends(names) in (RESULTS / f"{name}.md").read_text()
