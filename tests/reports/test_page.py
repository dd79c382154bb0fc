"""The report page: whole, readable by itself, and honest about what it shows."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from run_folders import finish, settings, write_run

import topple
from topple.errors import BadInput
from topple.protocols import protocol
from topple.protocols import references as references_module
from topple.reports import replays
from topple.reports.charts import palette
from topple.reports.pages import page
from topple.reports.tables import groups as tables
from topple.reports.tables.comparable import labels
from topple.reports.tables.data import facts, task_rows
from topple.reports.tables.groups import group_runs
from topple.reports.tables.text import headline
from topple.runs.find import find_task
from topple.runs.load import load
from topple.tasks.attempt import Attempt
from topple.vlm.direct import play_directly
from topple.vlm.options import usual_setup
from topple.vlm.plan_questions import plan_of
from topple.worlds import world

TASKS, TRIES = 24, 4
VOID = {"meta", "img", "br", "wbr", "source"}


def play(folder: Path, agent: str, seed: int, **changed: Any) -> Path:
    """Play random actions on real tasks and write a run folder."""
    phyre = world("phyre")
    names = protocol("phyre-b-within").split(0).test[:: 500 // TASKS][:TASKS]
    tasks = [phyre.task(name) for name in names for _ in range(TRIES)]
    rng = np.random.default_rng(seed)
    actions = [tuple(rng.random(3).tolist()) for _ in tasks]
    attempts, over = [], set()
    for i, found in enumerate(phyre.play(tasks, actions, threads=1)):
        name, number = str(tasks[i]), i % TRIES + 1
        if name not in over:
            row = (found.outcome, found.steps, found.digest, found.note, 1.5)
            attempts.append(Attempt(0, name, number, actions[i], *row))
        if found.outcome == "solved":
            over.add(name)
    given = settings(
        agent=agent,
        kind={"settings": {"depth": 3}, "simulates": agent == "oracle"},
        seed=seed,
        tasks={"0": TASKS},
        made_by={"command": f"topple eval --agent '{agent}'", "python": "3.11.7"},
        **changed,
    )
    return finish(write_run(folder, given, attempts), len(attempts), TASKS, practice=1234)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("runs")
    play(root / "one", "<b>bold & co</b>", 1)
    play(root / "two", "oracle", 2)
    shutil.copytree(root / "one", root / "half")
    (root / "half" / "finished.json").unlink()
    return root


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave pictures out, where a test is about something else."""
    monkeypatch.setattr(replays, "_film", lambda task, action: None)


@pytest.fixture(scope="module")
def text(folder: Path) -> str:
    return page.page(group_runs([load(folder / name) for name in ("one", "two", "half")]))


class Reader(HTMLParser):
    """Checks that every element is closed where it should be, and gathers addresses and words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.addresses += [v or "" for k, v in attrs if k in ("src", "href", "srcset", "data")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_is_well_formed_and_needs_nothing_else(text: str) -> None:
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert reader.addresses
    assert all(address.startswith(("data:image/", "#")) for address in reader.addresses)
    assert not re.search(r"https?://|@import|url\(|<script[^>]+src|__[A-Z]+__", text)


def test_contents_lead_to_sections_and_headings(text: str) -> None:
    links = re.findall(r'href="#([^"]+)"', text)
    assert {"phyre-b-within", "phyre-b-within-templates", "made"} <= set(links)
    for link in links:
        assert text.count(f' id="{link}"') == 1


def test_names_from_outside_are_escaped(text: str) -> None:
    assert "<b>bold" not in text
    assert "&lt;b&gt;bold &amp; co&lt;/b&gt;" in text


def test_the_page_says_what_a_reader_must_know(text: str) -> None:
    reader = Reader()
    reader.feed(text)
    words = " ".join(" ".join(reader.words).split())
    assert "unfinished" in words
    assert "ranked apart" in words
    assert "the floor is the agent random" in words
    assert "at the top is oracle : best of 1,000 listed actions" in words
    assert "topple eval --agent" in words
    assert "tasks solved" in words
    assert re.search(r"\d+ attempts:", words)
    for outcome in ("solved", "missed", "invalid", "unreadable", "unsettled", "failed"):
        assert re.search(rf"\d {outcome}", words)


def test_a_protocol_without_references_says_so(
    folder: Path, plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "references", lambda protocol, version, part: None)
    assert "No floor or ceiling is known" in page.page(group_runs([load(folder / "one")]))


def test_there_are_films_and_stills(text: str) -> None:
    assert "data:image/png" in text
    films = [json.loads(unescape(film)) for film in re.findall(r'data-film="([^"]+)"', text)]
    assert {film["outcome"] for film in films} == {"solved", "missed"}
    assert all(len(film["times_ms"]) > 1 for film in films)
    assert "Solved, attempt" in text
    assert "Missed, attempt" in text


def test_simulating_agents_come_last(folder: Path) -> None:
    (group,) = group_runs([load(folder / name) for name in ("two", "one", "half")])
    assert [e.run.settings.simulates for e in group.entries] == [False, False, True]
    assert group.entries[-1].practice == 1234


def test_agents_of_one_name_are_told_apart_by_folder(folder: Path) -> None:
    found = labels([load(folder / name) for name in ("one", "half", "two")])
    assert found == ["<b>bold & co</b> (one)", "<b>bold & co</b> (half)", "oracle"]


@pytest.mark.usefixtures("plain")
def test_a_world_that_is_not_known_has_no_pictures(folder: Path) -> None:
    assert "data:image" not in page.page(group_runs([load(folder / "one")]))
    settings = replace(load(folder / "one").settings, world="nowhere")
    assert find_task(settings, "nowhere/thing@1:000") is None


@pytest.mark.usefixtures("plain")
def test_protocols_get_a_section_each(folder: Path, tmp_path: Path) -> None:
    other = play(tmp_path / "dev", "random", 3, part="dev")
    groups = group_runs([load(folder / "one"), load(other)])
    assert [group.part for group in groups] == ["dev", "test"]
    text = page.page(groups)
    assert text.count("<section id=") == 4  # the overview and the making of the numbers included
    assert "not a final result" in text


@pytest.mark.usefixtures("plain")
def test_floor_and_ceiling_are_shown_where_known(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {
        "floor": {"agent": "random", "figures": {"AUCCESS": [0.137, 0.9], "@10": [0.07, 0.9]}},
        "ceiling": {"agent": "oracle", "figures": {"AUCCESS": [0.981, 0.9]}},
    }
    stored = {"protocol": "phyre-b-within", "version": 1, "part": "test", "command": "make it"}
    path = tmp_path / "phyre" / "references" / "phyre-b-within.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({**stored, **known}))
    monkeypatch.setattr(references_module, "FOLDER", tmp_path)
    (group,) = group_runs([load(folder / "one")])
    assert group.floor(group.entries[0]) == 0.137
    text = page.page([group])
    assert "floor 13.7 · best of 1,000 listed actions 98.1" in text
    assert facts(group)["runs"][0]["ceiling_is"] == "best of 1,000 listed actions"
    assert headline(group)[0][-4] == "best of 1,000 listed actions"
    assert "make it" in text
    assert references_module.references("phyre-b-within", 2, "test") is None
    assert references_module.references("phyre-b-within", 1, "dev") is None
    path.write_text("{}")
    with pytest.raises(BadInput, match="cannot read references"):
        references_module.references("phyre-b-within", 1, "test")


def test_data_for_programs_is_plain_and_whole(folder: Path) -> None:
    groups = group_runs([load(folder / "one"), load(folder / "two")])
    data = json.loads(json.dumps([facts(group) for group in groups], allow_nan=False))
    (run, other) = data[0]["runs"]
    assert len(run["by_template"]) == run["templates"]
    assert len(run["curve"]) == 100
    assert sum(run["outcomes"].values()) == run["attempts"]
    header, *rows = task_rows(groups)
    assert len(rows) == run["tasks"] + other["tasks"]
    assert all(len(row) == len(header) for row in rows)
    solved_at = [row[header.index("solved_at")] for row in rows]
    assert (
        sum(1 for at in solved_at if at) == run["outcomes"]["solved"] + other["outcomes"]["solved"]
    )


@pytest.mark.usefixtures("plain")
def test_a_metric_without_a_page_of_its_own_gets_the_plain_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (group,) = group_runs([load(folder / "one"), load(folder / "two")])
    monkeypatch.setattr(type(group.metric), "page", "plain")
    text = page.page([group])
    assert "Success against attempts" not in text
    assert "Who is better?" in text
    assert "Best and worst" in text


def test_one_attempt_per_task_has_no_curve(tmp_path: Path, plain: None) -> None:
    run = play(tmp_path / "once", "random", 1, rules={"attempts": 1})
    text = page.page(group_runs([load(run)]))
    assert "Every task is played once." in text
    assert "Success against attempts" not in text
    assert "up to" not in text


def test_rows_of_the_heatmap_show_their_template_and_lead_to_its_films(text: str) -> None:
    rows = re.findall(r'<tr><th scope="row">(.*?)</th>', text, re.DOTALL)
    named = {
        re.sub(r"<small>.*?</small>|<[^>]+>|\s", "", row, flags=re.DOTALL): row for row in rows
    }
    templates = {name: row for name, row in named.items() if "data:image/png" in row}
    assert len(templates) > 10
    linked = {name for name, row in templates.items() if 'href="#' in row}
    cards = re.findall(r'<article class="\w+" id="[^"]+">\s*<h4>(.*?)<span', text, re.DOTALL)
    assert linked == {re.sub(r"<[^>]+>|\s", "", card) for card in cards}
    assert linked


def test_nothing_that_was_never_solved_is_best(folder: Path, plain: None) -> None:
    text = page.page(group_runs([load(folder / "one"), load(folder / "two")]))
    cards = re.findall(r'<article class="best" .*?</article>', text, re.DOTALL)
    assert cards
    assert not any("AUCCESS 0.0 " in card for card in cards)


@pytest.mark.parametrize("percent", range(5, 101, 5))
def test_numbers_on_the_heatmap_are_readable(percent: int) -> None:
    back = palette.luminance(*palette.ramp(percent / 100))
    ink = 0.0 if "color:#000" in palette.cell_style(percent / 100) else 1.0
    contrast = (max(back, ink) + 0.05) / (min(back, ink) + 0.05)
    assert contrast >= 4.5  # WCAG 2, level AA


def test_several_protocols_begin_with_an_overview(tmp_path: Path) -> None:
    for name in ("phyre-b-within", "phyre-b-cross"):
        topple.evaluate("random", name, limit=2, out=tmp_path / name)
    text = page.page(group_runs([load(path) for path in sorted(tmp_path.glob("phyre-*"))]))
    start, end = text.index('id="overview"'), text.index('aria-label="Contents"')
    overview = text[start:end]
    assert overview.count('<th scope="row">') == 2
    assert '<th scope="col">random</th>' in overview, "one name for one agent, without a folder"
    assert "(phyre-b-" not in overview
    assert 'href="#overview"' in text


def test_an_overview_climbs_from_seeing_to_acting(tmp_path: Path) -> None:
    for name, limit in (("ladder-rope", 10), ("deepphy-rope", 3), ("rebuild-rope", 3)):
        plan = plan_of(name, usual_setup(name), "topple/oracle", limit=limit)
        play_directly(plan, tmp_path / name, unasked=True)
    groups = group_runs([load(path) for path in sorted(tmp_path.iterdir())])
    table = page.page(groups).partition("From seeing to acting")[2].partition("</table>")[0]
    assert re.findall('col">([a-z]+)<', table) == [
        *("world", "point", "name", "predict", "plan", "act")
    ]
    assert re.findall("<b>(.*?)</b>", table) == ["100.0"] * 5
    assert page.page(groups[:1]).count("From seeing to acting") == 0, "one protocol has no overview"


def test_an_overview_shows_the_best_and_the_worst_film_of_every_protocol() -> None:
    recorded = Path(__file__).parents[1] / "recorded" / "runs"
    runs = [load(recorded / name) for name in ("phyq-broad", "kinetix-s")]
    text = page.page(group_runs(runs))
    overview = text.partition('id="overview"')[2].partition("</section>")[0]
    assert overview.count('class="film"') == 4
    assert "solved" in overview
    assert "missed" in overview
