"""`topple show RUN`: an attempt of a run, played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from topple.cli.main import main
from topple.runs.folder import ATTEMPTS, FORMAT, SETTINGS
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.worlds import phyre, world
from topple.worlds.birds.action_space import action_of
from topple.worlds.birds.planner import shots_at
from topple.worlds.birds.world import task as birds_task

PHYRE = phyre.task("00003:017")
BIRDS = birds_task("birds/pig_on_the_ground:0")


def straight() -> Action:
    pig = next(thing for thing in BIRDS.level.things if thing.role == "pig")
    return action_of(shots_at(pig.x, pig.y)[:1])


def record(folder: Path, rows: list[tuple[int, Task, int, Action | None]]) -> Path:
    """Write a run folder with what came of these attempts."""
    folder.mkdir()
    (folder / SETTINGS).write_text(json.dumps({"format": FORMAT}))
    with (folder / ATTEMPTS).open("w") as file:
        for fold, task, number, action in rows:
            (p,) = world(task.id.world).play([task], [action or (0.5, 0.5, 0.0)])
            found = Attempt(fold, str(task), number, action, p.outcome, p.steps, p.digest, p.note)
            file.write(found.to_line() + "\n")
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return record(
        tmp_path / "run",
        [
            (0, PHYRE, 1, (0.9, 0.8, 0.1)),
            (0, PHYRE, 2, (0.3, 0.8, 0.3)),
            (1, PHYRE, 1, (0.28, 0.1, 0.3)),
            (1, PHYRE, 2, None),
            (0, BIRDS, 1, (-0.1, 0.9, -1.0, 0.0)),
            (0, BIRDS, 2, straight()),
            (0, BIRDS, 3, (-0.2, 0.9, -1.0, 0.0)),
        ],
    )


@pytest.mark.parametrize("name", ["00003:017", "birds/pig_on_the_ground:0"])
def test_the_solving_attempt_is_replayed(
    name: str, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(run), "--task", name]) == 0
    out, err = capsys.readouterr()
    assert "fold 0, attempt 2\n" in out
    assert "solved after" in out
    assert err == ""


def test_an_attempt_is_chosen_by_number_and_fold(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(run), "--task", str(BIRDS), "--attempt", "3", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["number"], facts["outcome"], facts["as_recorded"]) == (3, "missed", True)
    command = ["show", str(run), "--task", str(PHYRE), "--fold", "1", "--attempt", "1"]
    assert main(command) == 0
    assert "the action is invalid: occluded" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["00003:017", "birds/pig_on_the_ground:0"])
@pytest.mark.parametrize("ending", ["png", "webp"])
def test_a_replay_becomes_a_file(name: str, ending: str, run: Path, tmp_path: Path) -> None:
    path = tmp_path / f"replay.{ending}"
    options = ["-o", str(path), "--size", "80", "--stride", "40"]
    assert main(["show", str(run), "--task", name, *options]) == 0
    assert path.stat().st_size > 500


def test_a_record_that_differs_is_told(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = run / ATTEMPTS
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    changed = [{**line, "digest": "0123456789abcdef"} for line in lines]
    path.write_text("".join(json.dumps(line) + "\n" for line in changed))
    assert main(["show", str(run), "--task", str(PHYRE)]) == 1
    assert "0123456789abcdef; now solved" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "error", "hint"),
    [
        (
            ["--task", "00003:018"],
            "has no attempt at `phyre/tip_the_rod@1:018`",
            "it has played `phyre/tip_the_rod@1:017`",
        ),
        (["--task", "00003:017", "--attempt", "7"], "has no attempt 7", "it has 1 to 2"),
        (["--task", "00003:017", "--fold", "3"], "in fold 3", "it has attempts in fold 0, 1"),
        (
            ["--task", "00003:017", "--fold", "1", "--attempt", "2"],
            "has no action to play",
            "choose another with --attempt",
        ),
        (["--task", "nonsense"], "no world or template named `nonsense`", "topple list"),
    ],
)
def test_what_is_not_there_is_named(
    argv: list[str], error: str, hint: str, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(run), *argv]) == 2
    told = capsys.readouterr().err
    assert error in told
    assert hint in told


def test_a_folder_that_is_no_run_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(tmp_path), "--task", "00003:017"]) == 2
    assert "is not a run folder" in capsys.readouterr().err


def test_several_runs_are_shown_one_after_the_other(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = record(tmp_path / "other", [(0, PHYRE, 1, (0.3, 0.8, 0.3))])
    assert main(["show", str(other), str(run)]) == 0
    assert capsys.readouterr().out.count("solved after") == 2
    assert main(["show", str(other), str(run), "-o", str(tmp_path / "both.gif")]) == 2
    assert "one thing at a time" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("of_run", "option", "words"),
    [
        (True, ["--solution"], "--solution is for a task"),
        (True, ["--action", "0.5", "0.5", "0.2"], "--action is for a task"),
        (False, ["--attempt", "2"], "--attempt is for a run folder"),
    ],
)
def test_an_option_without_effect_is_refused(
    of_run: bool, option: list[str], words: str, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(run) if of_run else "00003:017", *option]) == 2
    assert words in capsys.readouterr().err
