"""Runs read back: exact, quick, and clear about what is wrong."""

from __future__ import annotations

import contextlib
import json
import random
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from run_folders import finish, settings, write_run

from topple.errors import BadInput, RunError
from topple.metrics.tally import NOWHERE
from topple.protocols import protocol
from topple.runs.load import load
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds import world

LEDGE, ROD = "phyre/off_the_ledge@1:007", "phyre/tip_the_rod@1:003"
MILLION = 1_000_000
# 10 s are asked for.
MOST_BYTES = 20_000_000  # memory for a file of 200 MB


def write(folder: Path, attempts: Iterable[Attempt], **changed: Any) -> Path:
    usual = {"folds": [0, 1], "tasks": {"0": 2, "1": 2}, "made_by": {"command": "topple eval ..."}}
    kind = {"settings": {"listed": False}}
    return write_run(folder, settings(kind=kind, **(usual | changed)), attempts)


def attempt(number: int, outcome: str, task: str = LEDGE, fold: int = 0, **more: Any) -> Attempt:
    return Attempt(fold, task, number, (0.1, 0.2, 0.3), Outcome(outcome), steps=10, **more)


PLAYED = [
    attempt(1, "invalid", note="occluded"),
    attempt(2, "missed", wall_ms=1.25),
    attempt(1, "missed", ROD),
    attempt(3, "solved", wall_ms=2.0),
    attempt(2, "unsettled", ROD),
    attempt(1, "solved", ROD, fold=1),
]


def test_attempts_become_one_result_a_task(tmp_path: Path) -> None:
    run = load(write(tmp_path / "run", PLAYED))
    found = run.results
    assert found.fold.tolist() == [0, 0, 1]
    assert found.task.tolist() == [LEDGE, ROD, ROD]
    assert found.template.tolist() == ["off_the_ledge", "tip_the_rod", "tip_the_rod"]
    assert found.solved_at.tolist() == [2, 0, 1]
    assert found.counted.tolist() == [2, 2, 1]
    assert found.outcomes.tolist() == [
        [1, 1, 1, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 1, 0],
        [1, 0, 0, 0, 0, 0, 0, 0],
    ]
    assert found.steps.tolist() == [30, 20, 10]
    assert found.wall_ms.tolist() == [3.25, 0, 0]
    assert run.finished is None
    assert (run.planned, run.open) == (4, 1)


def test_a_run_is_cut_to_its_first_counted_attempts(tmp_path: Path) -> None:
    """An attempt that does not count takes no place; the order of lines does not matter."""
    folder = write(tmp_path / "run", reversed(PLAYED))
    found = load(folder, attempts=1)
    assert found.settings.attempts == 1
    assert found.results.solved_at.tolist() == [0, 0, 1]
    assert found.results.counted.tolist() == [1, 1, 1]
    assert found.results.steps.tolist() == [20, 10, 10]
    assert load(folder, attempts=2).results.solved_at.tolist() == [2, 0, 1]
    for wrong in (0, 101):
        with pytest.raises(BadInput, match="allows 100 attempts"):
            load(folder, attempts=wrong)


def test_attempts_are_found_again_by_their_place(tmp_path: Path) -> None:
    run = load(write(tmp_path / "run", PLAYED))
    assert run.attempt(int(run.results.solved_place[0])) == PLAYED[3]
    assert run.attempt(int(run.results.missed_place[0])) == PLAYED[1]
    assert run.attempt(int(run.results.missed_place[1])) == PLAYED[2]
    assert run.results.missed_place[2] == NOWHERE


def test_order_does_not_matter(tmp_path: Path) -> None:
    one = load(write(tmp_path / "one", PLAYED)).results
    other = load(write(tmp_path / "other", PLAYED[::-1])).results
    assert one.solved_at.tolist() == other.solved_at.tolist()
    assert one.outcomes.tolist() == other.outcomes.tolist()


def test_a_played_run_reads_as_it_was_played(tmp_path: Path) -> None:
    phyre = world("phyre")
    rng = np.random.default_rng(0)
    tasks = [phyre.task(name) for name in (LEDGE, ROD)] * 20
    actions = [tuple(rng.random(3).tolist()) for _ in tasks]
    played = phyre.play(tasks, actions, threads=1)
    attempts = [
        Attempt(0, str(task), i // 2 + 1, action, p.outcome, p.steps, p.digest, p.note, 0.5)
        for i, (task, action, p) in enumerate(zip(tasks, actions, played, strict=True))
    ]
    found = load(write(tmp_path / "run", attempts)).results
    for row, name in enumerate((LEDGE, ROD)):
        own = [a for a in attempts if a.task == name]
        assert found.steps[row] == sum(a.steps for a in own)
        assert found.outcomes[row].tolist() == [sum(a.outcome is o for a in own) for o in Outcome]


def test_a_torn_last_line_is_not_there_yet(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", PLAYED)
    with (folder / "attempts.jsonl").open("a") as file:
        file.write(attempt(3, "solved", ROD).to_line()[:40])
    assert load(folder).results.outcomes.sum() == len(PLAYED)


def test_a_run_without_attempts_is_empty(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", [])
    assert len(load(folder).results) == 0
    (folder / "attempts.jsonl").unlink()
    assert len(load(folder).results) == 0


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "not an attempt"),
        ("garbage", "not an attempt"),
        (attempt(4, "solved").to_line()[:-9], "not an attempt"),
        (attempt(4, "solved").to_line().replace("solved", "won"), "won"),
        (attempt(2, "missed").to_line(), "attempt 2 of phyre/off_the_ledge@1:007 is there twice"),
        (attempt(0, "missed").to_line(), "attempt 0 is not one of 2000"),
        (attempt(2001, "missed").to_line(), "attempt 2001 is not one of 2000"),
        (attempt(1, "missed", fold=7).to_line(), "fold 7 is not one of the run's folds"),
        (attempt(1, "missed", "nonsense").to_line(), "`nonsense` is not a task id"),
        ("[" * 100_000, "RecursionError"),
        ('{"fold": Infinity}', "not an attempt"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, line: str, why: str) -> None:
    folder = write(tmp_path / "run", PLAYED)
    with (folder / "attempts.jsonl").open("a") as file:
        file.write(f"{line}\n{attempt(3, 'missed', ROD).to_line()}\n")
    with pytest.raises(BadInput) as error:
        load(folder)
    assert "attempts.jsonl, line 7: " in str(error.value)
    assert why in str(error.value)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="there is no run folder"):
        load(tmp_path / "nowhere")
    with pytest.raises(RunError, match=r"no run\.json"):
        load(tmp_path)
    with pytest.raises(RunError, match="format 2"):
        load(write(tmp_path / "newer", [], format=2))
    with pytest.raises(RunError, match="is not a run"):
        load(write(tmp_path / "broken", [], protocol={"name": "phyre-b-within"}))


def test_a_finished_run_must_be_whole(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", PLAYED, tasks={"0": 2, "1": 1})
    finish(folder, len(PLAYED), 4, practice=7)
    run = load(folder)
    assert run.finished is not None
    assert run.finished.practice_simulations == 7
    assert run.open == 0
    finish(folder, len(PLAYED) + 1, 4)
    with pytest.raises(RunError, match="says it has 7 attempts, but holds 6"):
        load(folder)


@pytest.mark.parametrize("told", [5, [1], {"0": 5}, {"a": {}}, {"0": {"updates": 1}}])
def test_a_training_that_is_none_is_refused(tmp_path: Path, told: object) -> None:
    folder = write(tmp_path / "run", PLAYED, tasks={"0": 2, "1": 1})
    file = finish(folder, len(PLAYED), 4) / "finished.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "training": told}))
    with pytest.raises(RunError, match=r"cannot read .*finished\.json"):
        load(folder)


@pytest.mark.parametrize("limit", [None, 50])
def test_tasks_given_up_at_once_count_as_not_solved(tmp_path: Path, limit: int | None) -> None:
    kept = protocol("phyre-b-within").tasks(0, limit=limit)
    tasks = {"0": len(kept)}
    played = [attempt(1, "solved", kept[0])]
    folder = write(tmp_path / "run", played, folds=[0], tasks=tasks, limit=limit)
    finish(folder, 1, 4)
    found = load(folder).results
    assert sorted(found.task.tolist()) == sorted(kept)
    assert found.solved_at.sum() == 1


def test_given_up_tasks_that_nobody_knows_are_an_error(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", PLAYED)
    finish(folder, len(PLAYED), 4)
    with pytest.raises(RunError, match="which were given up"):
        load(folder)


attempts = st.builds(
    Attempt,
    fold=st.integers(0, 9),
    task=st.sampled_from([LEDGE, ROD, "other/new-task.x@12:1000"]) | st.text(max_size=12),
    number=st.integers(0, 3000),
    action=st.none() | st.lists(st.none() | st.floats(), max_size=7).map(tuple),
    outcome=st.sampled_from(Outcome),
    steps=st.integers(0, 10**10),
    digest=st.text("0123456789abcdef", max_size=16),
    note=st.sampled_from(["", "occluded", "engine: 'x'"]) | st.text(max_size=12),
    wall_ms=st.floats(0, 1e9),
    think_ms=st.none(),
    asked=st.just(""),
    tokens=st.just(0),
    cost_usd=st.just(0.0),
    points=st.integers(0, 10**6).map(float),
    simulations=st.none() | st.integers(0, 10**9),
)


@given(attempts)
def test_a_record_reads_as_it_was_written(found: Attempt) -> None:
    line = found.to_line()
    read = Attempt.from_line(f"{line}\n".encode())
    assert read.to_line() == line
    assert read._replace(action=None, wall_ms=0) == found._replace(action=None, wall_ms=0)


@given(attempts, st.data())
def test_damaged_lines_are_read_or_refused(found: Attempt, data: st.DataObject) -> None:
    line = (found.to_line() + "\n").encode()
    at = data.draw(st.integers(0, len(line) - 2))
    line = line[:at] + data.draw(st.binary(max_size=2)) + line[at + 1 :]
    with contextlib.suppress(BadInput):
        assert isinstance(Attempt.from_line(line).outcome, Outcome)


def test_fields_of_later_versions_are_ignored(tmp_path: Path) -> None:
    folder = write(tmp_path / "run", [])
    lines = [a.to_line().replace('"steps"', '"later": {"x": [1]}, "steps"') for a in PLAYED]
    (folder / "attempts.jsonl").write_text("".join(f"{line}\n" for line in lines))
    assert load(folder).results.outcomes.sum() == len(PLAYED)
    assert [Attempt.from_line(line.encode()) for line in lines] == PLAYED


@pytest.mark.slow
def test_a_million_attempts_are_loaded_in_little_memory(tmp_path: Path) -> None:
    rng = random.Random(0)
    names = protocol("phyre-b-within").split(0).test
    missed = attempt(1, "missed", "TASK", wall_ms=1.5).to_line()
    invalid = attempt(1, "invalid", "TASK", note="occluded").to_line()
    folder = write(tmp_path / "run", [], folds=[0], tasks={"0": 500})
    with (folder / "attempts.jsonl").open("w") as file:
        for number in range(1, MILLION // len(names) + 1):
            line = invalid if number % 2 else missed
            line = line.replace("[0.1, 0.2, 0.3]", f"[{rng.random()}, {rng.random()}, 0.5]")
            line = line.replace('"attempt": 1', f'"attempt": {number}')
            file.writelines(line.replace("TASK", name) + "\n" for name in names)
    tracemalloc.start()
    run = load(folder)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert run.results.outcomes.sum() == MILLION
    assert most < MOST_BYTES
