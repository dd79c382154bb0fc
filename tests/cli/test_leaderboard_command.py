"""`topple leaderboard`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from run_folders import finish, settings, write_run

from topple.cli.main import main
from topple.protocols import protocol
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome


def write(
    folder: Path,
    name: str,
    agent: str,
    solved_every: int,
    *,
    simulates: bool = False,
    limit: int | None = None,
    sees: str = "",
    folds: tuple[int, ...] = (),
) -> Path:
    """Make up a run, of all folds by default; every so many tasks are solved at one attempt."""
    found = protocol(name)
    attempts, tasks = [], {}
    for fold in folds or found.folds:
        tested = found.split(fold).test
        tasks[str(fold)] = len(tested)
        for i, task in enumerate(tested):
            end = Outcome.MISSED if i % solved_every else Outcome.SOLVED
            attempts.append(Attempt(fold, task, 1, (0.5, 0.9, 0.1), end, 100, "00", "", 1.0))
    given = settings(
        name,
        agent,
        rules={"attempts": 1, "plays_on": True} if found.plays_on else {"attempts": 100},
        kind={"version": 3, "settings": {"sees": sees} if sees else {}, "simulates": simulates},
        folds=list(folds or found.folds),
        limit=limit,
        tasks=tasks,
        made_by={"command": f"topple eval {name} --agent {agent}"},
    )
    return finish(write_run(folder, given, attempts), len(attempts), len(attempts), practice=7)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    root = tmp_path_factory.mktemp("runs")
    made = [
        write(root / "weak", "phyq-broad", "weak", 9),
        write(root / "strong", "phyq-broad", "strong", 2),
        write(root / "same", "phyq-broad", "same", 2),
        write(root / "oracle", "phyq-broad", "oracle", 1, simulates=True),
        write(root / "part", "phyq-broad", "part", 1, limit=100_000),
        write(root / "phyre", "phyre-b-cross", "memory", 4),
    ]
    return list(map(str, made))


def read(text: str) -> list[dict[str, Any]]:
    return list(json.loads(text)["boards"])


def test_boards_rank_by_track_and_tasks(
    runs: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["leaderboard", "show", *runs, "--json"]) == 0
    found = read(capsys.readouterr().out)
    shown = [(board["protocol"], board["track"], board["tasks"], board["whole"]) for board in found]
    assert shown == [
        ("phyq-broad", "simulator in training only", "all tasks, fold 0", True),
        ("phyq-broad", "simulator at test time", "all tasks, fold 0", True),
        ("phyq-broad", "simulator in training only", "100000 tasks per fold, fold 0", False),
        ("phyre-b-cross", "simulator in training only", found[3]["tasks"], True),
    ]
    weak = [(row["place"], row["agent"]) for row in found[0]["rows"]]
    assert weak == [(1, "same"), (1, "strong"), (3, "weak")]
    assert found[0]["score"] == "Phy-Q"
    assert found[0]["in_the_original_engine"][0]["agent"] == "Bambirds"
    (memory,) = found[3]["rows"]
    assert memory["figures"]["AUCCESS"]["value"] == pytest.approx(0.25, abs=0.001)
    assert memory["simulations"] == memory["tasks"] + 7
    assert memory["versions"] == {"topple": "0.1.0", "phyre": 1, "memory": 3}
    assert memory["badge"] == "not submitted"
    assert found[3]["in_the_original_engine"][0] == {
        "agent": "DQN-O",
        "figures": {"AUCCESS": {"value": 56.2, "sd": 10.5}, "@10": {"value": 58.2, "sd": 10.9}},
    }


def test_runs_are_ranked_among_those_on_the_same_folds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [
        write(tmp_path / "whole", "rope-within", "whole", 4),
        write(tmp_path / "weak", "rope-within", "weak", 9, folds=(0,)),
        write(tmp_path / "strong", "rope-within", "strong", 2, folds=(0,)),
        write(tmp_path / "oracle", "rope-within", "oracle", 1, folds=(0,), simulates=True),
        write(tmp_path / "other", "rope-within", "other", 1, folds=(2, 1)),
    ]
    out = tmp_path / "board.md"
    assert main(["leaderboard", "show", *map(str, runs), "--out", str(out), "--json"]) == 0
    found = read(capsys.readouterr().out)
    rows = [[(row["place"], row["agent"]) for row in board["rows"]] for board in found]
    assert rows == [
        [(1, "strong"), (2, "weak")],
        [(1, "oracle")],
        [(1, "whole")],
        [(1, "other")],
    ]
    assert [board["whole"] for board in found] == [True, True, True, False]
    titles = [line[4:] for line in out.read_text().splitlines() if line.startswith("### ")]
    assert titles[0] == "Simulator in training only: all tasks, fold 0"
    assert titles[3] == "Simulator in training only: all tasks, folds 1, 2"


def test_the_page_and_its_data_say_the_same(
    runs: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.md"
    assert main(["leaderboard", "show", *runs, "--out", str(path)]) == 0
    assert "6 rows, 4 tables" in capsys.readouterr().err
    text, data = path.read_text(), read(path.with_suffix(".json").read_text())
    for board in data:
        assert f"## {board['protocol']}" in text
        for row in board["rows"]:
            assert f"**{100 * row['figures'][board['score']]['value']:.1f}**" in text
            assert row["command"] in text
    assert " 1 attempt per task.\n" in text
    assert " Up to 100 attempts per task.\n" in text
    assert "| 1= | strong |" in text
    assert "| 3 | weak |" in text
    assert "### In the original engine" in text
    assert "| DQN-O | 56.2 ± 10.5 | 58.2 ± 10.9 |" in text
    assert main(["leaderboard", "show", *runs]) == 0
    assert capsys.readouterr().out.splitlines()[10:] == text.splitlines()[10:]


def test_only_the_same_programs_stand_beside_published_figures(
    runs: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = [
        write(tmp_path / "image", "phyq-broad", "ddqn", 3, sees="picture"),
        write(tmp_path / "wing", "phyq-broad", "eagles-wing-like", 4),
        write(tmp_path / "local", "phyq-local", "relational", 4, sees="symbols"),
    ]
    assert main(["leaderboard", "show", runs[0], *map(str, more), "--json"]) == 0
    boards = read(capsys.readouterr().out)
    local = boards[-1]
    found = {row["agent"]: row["in_the_original_engine"] for b in boards for row in b["rows"]}
    assert found["weak"] is None
    assert found["eagles-wing-like"] is None
    assert found["ddqn"] == {
        "agent": "D-DDQN-Image",
        "figures": {
            "Phy-Q": {"value": pytest.approx(8.76, abs=0.01), "sd": None},
            "mean of scenarios": {"value": pytest.approx(9.97, abs=0.01), "sd": None},
        },
    }
    assert local["rows"][0]["in_the_original_engine"]["agent"] == "Relational-Symbolic"
    assert main(["leaderboard", "show", runs[0], *map(str, more)]) == 0
    lines = capsys.readouterr().out.splitlines()
    weak, image = (next(line for line in lines if f"| {a} |" in line) for a in ("weak", "ddqn"))
    (relational,) = (line for line in lines if "| relational |" in line)
    assert " | 8.8 (D-DDQN-Image) | " in image
    assert " |  | " in weak
    assert " | 33.0 (Relational-Symbolic, mean of templates) | " in relational


def test_rows_of_one_agent_are_told_apart_by_their_settings(
    runs: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = [
        write(tmp_path / f"{name}{sees}", "phyq-broad", name, 3, sees=sees)
        for name, sees in (("ddqn", "picture"), ("ddqn", "symbols"), ("relational", "symbols"))
    ]
    assert main(["leaderboard", "show", runs[0], *map(str, more)]) == 0
    page = capsys.readouterr().out
    for cell in ("| ddqn, sees=picture |", "| ddqn, sees=symbols |", "| relational |", "| weak |"):
        assert page.count(cell) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [("board.html", "cannot write `board.html`"), ("nowhere/board.md", "no folder `nowhere`")],
)
def test_misuse_is_explained(
    runs: list[str], name: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["leaderboard", "show", runs[0], "--out", name]) == 2
    assert message in capsys.readouterr().err


def test_runs_of_questions_have_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    asked = Path(__file__).parents[1] / "recorded" / "runs" / "physiq-confidence"
    assert main(["leaderboard", "show", str(asked)]) == 0
    page = capsys.readouterr().out
    assert "## physiq-confidence (strict)" in page
    assert "| topple/mock | **0." in page, "a Brier score is no share"
