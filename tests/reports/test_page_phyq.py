"""The page of Phy-Q: people, scenarios and published agents beside the runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from run_folders import finish, settings, write_run
from test_page import Reader

from topple.cli.main import main
from topple.metrics.bootstrap import Estimate
from topple.protocols import protocol
from topple.reports.charts.scenarios import Place, scale
from topple.reports.pages import page, scenarios
from topple.reports.pages import scenarios as page_scenarios
from topple.reports.pages.scenarios import choose_highlights
from topple.reports.tables.data import facts
from topple.reports.tables.groups import Group, group_runs
from topple.runs.load import load
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

TESTED = protocol("phyq-broad").split(0).test
SHOT = (-0.9, -0.3, None, 0.0)


def write(
    folder: Path, agent: str, passes: int, tasks: tuple[str, ...], attempts: int, sees: str = ""
) -> Path:
    """Make up a run: every third task is solved in so many of its attempts, the others never."""
    made = []
    for i, name in enumerate(tasks):
        for number in range(1, attempts + 1):
            end = Outcome.SOLVED if number <= passes and i % 3 == 0 else Outcome.MISSED
            made.append(Attempt(0, name, number, SHOT, end, 250, "00", wall_ms=2.0))
    given = settings(
        "phyq-broad",
        agent,
        rules={"attempts": attempts, "plays_on": True},
        kind={"settings": {"sees": sees} if sees else {}},
        tasks={"0": len(tasks)},
        made_by={"command": f"topple eval phyq-broad --agent {agent}"},
    )
    return finish(write_run(folder, given, made), len(made), len(tasks))


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    root = tmp_path_factory.mktemp("runs")
    return [
        write(root / "weak", "random", 1, TESTED[::7], 6),
        write(root / "strong", "pig-shooter", 2, TESTED[::7], 4),
    ]


@pytest.fixture(scope="module")
def group(folders: list[Path]) -> Group:
    (found,) = group_runs([load(folder) for folder in folders])
    return found


@pytest.fixture
def text(group: Group, monkeypatch: pytest.MonkeyPatch) -> str:
    """Give the page without films, which take their time and are tested elsewhere."""
    monkeypatch.setattr(scenarios, "attempt_figure", lambda run, row, kind, more: [])
    return page.page([group])


def test_runs_of_different_numbers_of_attempts_stand_in_one_table(group: Group) -> None:
    assert [entry.label for entry in group.entries] == ["pig-shooter", "random"]
    assert group.attempts == (4, 6)


def test_the_page_is_well_formed_and_needs_nothing_else(text: str) -> None:
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    assert not re.search(r"https?://|@import|url\(|<script[^>]+src|__[A-Z]+__", text)


def test_people_and_published_agents_stand_beside_the_runs(text: str) -> None:
    assert "Bambirds: 13.6" in text
    assert "people: 85.3 %, standard deviation 16.0" in text
    assert "Pig Shooter as published: 87.3 %" in text
    assert "AUCCESS" not in text
    assert "the agent of the same kind, as published" in text
    assert "Published pass rates, in the original engine" in text
    for name in ("1 single force", "14 adequate timing", "15 manoeuvring"):
        assert name in text


def test_a_learner_stands_beside_the_one_that_saw_the_same(tmp_path: Path) -> None:
    drawn = {}
    for sees in ("symbols", "picture"):
        run = load(write(tmp_path / sees, "relational", 1, TESTED[::7], 1, sees))
        (found,) = group_runs([run])
        drawn[sees] = page_scenarios.body(found)
    twin = r'class="twin"[^>]*><title>([\w-]+) as published: ([\d.]+) %'
    assert re.findall(twin, drawn["symbols"])[:2] == [
        ("Relational-Symbolic", "37.5"),
        ("Relational-Symbolic", "27.5"),
    ]
    assert re.findall(twin, drawn["picture"])[0] == ("Relational-Image", "5.0")


def test_a_run_without_a_score_is_no_dot(folders: list[Path], tmp_path: Path) -> None:
    first = [name for name in TESTED if "pig_on" in name]
    run = load(write(tmp_path / "few", "random", 1, tuple(first), 5))
    (found,) = group_runs([run])
    assert "no Phy-Q score: tasks of 0 scenarios" in " ".join(found.entries[0].warnings)
    (row,) = facts(found)["runs"]
    assert row["phyq"] == {"value": None, "interval": None}
    json.dumps(row, allow_nan=False)


def test_the_better_agent_of_a_scenario_is_shown_with_a_success_and_a_failure(group: Group) -> None:
    found = choose_highlights(group)
    assert [each.number for each in found] == list(range(1, 16))
    for each in found:
        assert each.entry.label == "pig-shooter"
        results = each.entry.run.results
        assert each.solved is None or results.solved_at[each.solved] > 0
        assert each.missed is not None


def test_scores_beyond_the_ends_stay_in_the_picture() -> None:
    drawn = scale([Place("below", Estimate(-0.5, (-0.9, 0.1)), 0)], 0.1, 400)
    places = [float(x) for x in re.findall(r'cx="(-?[\d.]+)"', drawn)]
    assert places
    assert all(0 <= place <= 400 for place in places)


def test_the_command_line_speaks_of_phyq(
    folders: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", *map(str, folders)]) == 0
    out, err = capsys.readouterr()
    assert "Phy-Q" in out
    assert "mean of scenarios" in out
    assert "AUCCESS" not in out + err
    assert "4 to 6 attempts each" in out
    assert "measured in the original game on other tasks" in out + err
    assert "published rows, below the line, are not comparable" in out + err
    assert main(["compare", *map(str, folders)]) == 0
    out = capsys.readouterr().out
    assert "points of Phy-Q" in out
    assert "Wilcoxon" not in out
