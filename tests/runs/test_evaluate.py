"""Runs: same records whatever happens on the way."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from run_folders import records

from topple.agents import Agent, agent, make_agent
from topple.errors import AgentFault, BadInput, RunError
from topple.protocols import protocol
from topple.runs.evaluate import Plan, evaluate, run
from topple.runs.folder import ATTEMPTS
from topple.runs.play import Play
from topple.tasks.attempt import Action, Attempt, Played, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Split
from topple.tasks.task import Task
from topple.worlds import world
from topple.worlds.phyre.world import WORLD

WITHIN = protocol("phyre-b-within")


def tiny(fold: int) -> Split:
    """Keep a fold small: one task in a hundred to learn from, one in ten to play."""
    found = WITHIN.split(fold)
    return Split(found.train[::100], found.dev[::100], found.test[::10])


FEW = dataclasses.replace(WITHIN, attempts=8, split=tiny)


def attempts(folder: Path) -> list[Attempt]:
    return [Attempt.from_line(line) for line in (folder / ATTEMPTS).open("rb")]


def same(folder: Path) -> list[str]:
    return records(folder / ATTEMPTS)


def small(name: str = "random", *, limit: int = 6, folds: Sequence[int] = (0, 3)) -> Plan:
    settings = () if name == "random" else (("actions", "20"),)
    return Plan(FEW, make_agent(name, settings), tuple(folds), limit=limit)


@pytest.mark.parametrize("name", ["random", "memory", "memory-online", "constant", "oracle"])
def test_worker_count_changes_nothing(name: str, tmp_path: Path) -> None:
    for workers in (1, 2, 7):
        run(small(name), tmp_path / str(workers), cache=tmp_path / "cache", workers=workers)
    assert same(tmp_path / "1") == same(tmp_path / "2") == same(tmp_path / "7")
    assert len(same(tmp_path / "1")) >= (0 if name == "oracle" else 12)


def shuffled(fold: int) -> Split:
    found = tiny(fold)
    test = list(found.test)
    random.Random(fold).shuffle(test)
    return Split(found.train, found.dev, tuple(test))


@pytest.mark.parametrize("name", ["random", "memory"])
def test_task_order_changes_no_attempt(name: str, tmp_path: Path) -> None:
    agent = make_agent(name, () if name == "random" else (("actions", "20"),))
    for order, split in (("given", tiny), ("shuffled", shuffled)):
        plan = Plan(dataclasses.replace(FEW, attempts=4, split=split), agent, (1,))
        run(plan, tmp_path / order, cache=tmp_path / "cache")
    assert same(tmp_path / "given") != same(tmp_path / "shuffled")
    assert sorted(same(tmp_path / "given")) == sorted(same(tmp_path / "shuffled"))


class Stop(Exception):
    """Raised in the middle of a batch."""


def stopping(after: int, play: Play) -> Play:
    """Play so many batches, then stop."""
    left = [after]

    def some(tasks: Sequence[Task], actions: Sequence[Action | Policy]) -> list[Played]:
        left[0] -= 1
        if left[0] < 0:
            raise Stop
        return play(tasks, actions)

    return some


@pytest.mark.parametrize("name", ["random", "memory", "memory-online", "constant"])
def test_a_stopped_run_becomes_the_same(name: str, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(small(name), tmp_path / "peace", cache=cache)
    for _ in range(500):
        try:
            run(small(name), tmp_path / "war", cache=cache, play=stopping(1, world("phyre").play))
            break
        except Stop:
            # A kill in the middle of a write leaves this behind.
            with (tmp_path / "war" / ATTEMPTS).open("a") as file:
                file.write('{"fold": 0, "task": "phy')
    assert same(tmp_path / "war") == same(tmp_path / "peace")


@pytest.mark.parametrize("cut", [1, 5, 17, 40])
def test_a_run_cut_inside_a_round_becomes_the_same(cut: int, tmp_path: Path) -> None:
    """A batch may be recorded in part: some tasks are then one attempt ahead."""
    run(small(), tmp_path / "run")
    whole = (tmp_path / "run" / ATTEMPTS).read_bytes()
    wanted = same(tmp_path / "run")
    (tmp_path / "run" / "finished.json").unlink()
    (tmp_path / "run" / ATTEMPTS).write_bytes(b"".join(whole.splitlines(keepends=True)[:cut]))
    run(small(), tmp_path / "run")
    assert same(tmp_path / "run") == wanted


def test_a_finished_run_is_left_alone(tmp_path: Path) -> None:
    assert run(small(), tmp_path / "run")
    before = (tmp_path / "run" / ATTEMPTS).read_bytes()
    assert not run(small(), tmp_path / "run")
    assert (tmp_path / "run" / ATTEMPTS).read_bytes() == before


def test_another_plan_is_refused(tmp_path: Path) -> None:
    run(small(), tmp_path / "run")
    with pytest.raises(RunError, match="its `limit` is 6, not 7"):
        run(small(limit=7), tmp_path / "run")


def test_seed_and_fold_change_the_luck(tmp_path: Path) -> None:
    plan = small(folds=(0,))
    run(plan, tmp_path / "a")
    run(dataclasses.replace(plan, seed=1), tmp_path / "b")
    assert same(tmp_path / "a") != same(tmp_path / "b")


def test_counted_attempts_stop_at_the_protocol(tmp_path: Path) -> None:
    run(small(limit=12), tmp_path / "run")
    by_task: dict[tuple[int, str], list[Attempt]] = {}
    for each in attempts(tmp_path / "run"):
        by_task.setdefault((each.fold, each.task), []).append(each)
    assert len(by_task) == 24
    for made in by_task.values():
        assert [each.number for each in made] == list(range(1, len(made) + 1))
        counted = [each for each in made if each.outcome is not Outcome.INVALID]
        solved = [each for each in made if each.outcome is Outcome.SOLVED]
        assert len(counted) == 8 or solved == made[-1:]
        assert len(solved) <= 1


@pytest.mark.parametrize(("plays_on", "made"), [(False, 1), (True, 8)])
def test_an_agent_may_go_on_after_solving(plays_on: bool, made: int, tmp_path: Path) -> None:
    knowing = odd(lambda task: WORLD.certificate(task).solution)  # type: ignore
    knowing.plays_on = plays_on
    run(Plan(FEW, knowing, (0,), limit=3), tmp_path / "run")
    assert [each.outcome for each in attempts(tmp_path / "run")] == [Outcome.SOLVED] * 3 * made


def test_records_can_be_played_again(tmp_path: Path) -> None:
    run(small(limit=3), tmp_path / "run")
    phyre = world("phyre")
    for each in attempts(tmp_path / "run"):
        assert each.action is not None
        (again,) = phyre.play([phyre.task(each.task)], [each.action])  # type: ignore[list-item]
        found = (again.outcome, again.steps, again.digest, again.note)
        assert found == (each.outcome, each.steps, each.digest, each.note)


def odd(act: Callable[[Task], object]) -> Agent:
    @agent("odd", version=1)
    class Odd(Agent):
        def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
            return act(task)  # type: ignore[return-value]

    return Odd()


def raising(task: Task) -> object:
    raise ValueError("no idea")


def hanging(task: Task) -> object:
    while True:
        with contextlib.suppress(Exception):
            time.sleep(10)


@pytest.mark.parametrize(
    ("act", "note"),
    [
        (raising, "the agent raised ValueError: no idea"),
        (hanging, "the agent took longer than 0.2 s"),
        (lambda task: (0.5, 0.5), "the agent gave no action: tier `ball` takes 3 numbers"),
        (lambda task: "up", "the agent gave no action: an action is made of numbers"),
        (lambda task: [[0.1, 0.2, 0.3]] * 2, "the agent gave no action: one action, not 2"),
        (lambda task: object(), "the agent gave no action"),
    ],
)
def test_an_agent_at_fault_fails_its_task(
    act: Callable[[Task], object], note: str, tmp_path: Path
) -> None:
    run(Plan(FEW, odd(act), (0,), limit=2), tmp_path / "run", time_limit=0.2)
    found = attempts(tmp_path / "run")
    assert [each.outcome for each in found] == [Outcome.FAILED] * 2
    assert all(each.note.startswith(note) for each in found)


def test_not_a_number_is_an_invalid_action(tmp_path: Path) -> None:
    rules = dataclasses.replace(FEW, most_tries=3)
    plan = Plan(rules, odd(lambda task: (float("nan"), 0.5, 0.5)), (0,), limit=2)
    run(plan, tmp_path / "run")
    found = attempts(tmp_path / "run")
    assert [each.outcome for each in found] == [Outcome.INVALID] * 6
    assert {each.note for each in found} == {"out_of_range"}
    assert found[0].action == (None, 0.5, 0.5)


def test_an_agent_that_gives_up_ends_the_task(tmp_path: Path) -> None:
    run(Plan(FEW, odd(lambda task: None), (0,), limit=4), tmp_path / "run")
    assert attempts(tmp_path / "run") == []
    assert json.loads((tmp_path / "run" / "finished.json").read_text())["tasks"] == 4


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"folds": (10,)}, "has 0 to 9"),
        ({"folds": ()}, "folds none"),
        ({"folds": (1, 1)}, "each once"),
        ({"part": "train"}, "give dev or test"),
        ({"limit": 0}, "give 1 or more"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        dataclasses.replace(small(), **change)


@pytest.mark.parametrize(
    ("name", "asked", "plays"),
    [
        *(
            (name, "phyre-b-within", "birds")
            for name in ("pig-shooter", "datalab-like", "bambirds-like")
        ),
        *((name, "phyre-2b-cross", "birds") for name in ("eagles-wing-like", "ddqn", "relational")),
        *((name, "phyq-broad", "phyre") for name in ("dqn", "dqn-o")),
    ],
)
def test_an_agent_of_another_world_is_refused_before_the_run(
    name: str, asked: str, plays: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=f"`{name}` plays {plays}; the tasks of `{asked}` are of"):
        evaluate(name, asked, limit=1, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("asked", ["phyre-b-within", "phyq-broad"])
def test_agents_without_a_world_of_their_own_play_any(asked: str) -> None:
    for name in ("random", "constant", "memory", "memory-online", "oracle"):
        assert Plan(protocol(asked), make_agent(name), (0,), limit=1).tasks(0)


def test_evaluate_takes_names_and_finds_its_folder_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = evaluate("random", "phyre-b-cross", limit=2)
    assert first.parent == Path("runs")
    before = (first / ATTEMPTS).read_bytes()
    assert evaluate("random", "phyre-b-cross", limit=2) == first
    assert (first / ATTEMPTS).read_bytes() == before
    assert evaluate("random", "phyre-b-cross", limit=2, seed=1) != first


def test_dev_is_dev(tmp_path: Path) -> None:
    plan = dataclasses.replace(small(folds=(2,)), part="dev")
    run(plan, tmp_path / "run")
    assert {each.task for each in attempts(tmp_path / "run")} == set(tiny(2).dev)


class _Unnamed(Agent):
    """Lacks the decorator."""


@agent("example/lock", version=1)
class _Locked(Agent):
    """Has a field that JSON cannot hold."""

    lock: object = object


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (_Unnamed(), "`_Unnamed` is not registered"),
        (_Locked(), "setting `lock` of agent `example/lock` cannot be recorded"),
    ],
)
def test_an_agent_that_cannot_be_recorded_is_refused(wrong: Agent, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Plan(FEW, wrong, (0,))


def test_a_fault_is_a_warning_in_python(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="no idea"):
        run(Plan(FEW, odd(raising), (0,), limit=2), tmp_path / "run")
    with pytest.raises(AgentFault, match="no idea"):
        run(Plan(FEW, odd(raising), (0,), limit=2), tmp_path / "fast", fail_fast=True)


def test_a_limit_that_leaves_no_task_out_makes_no_partial_run() -> None:
    """Such a run is the one without a limit: the same settings, and so the same folder."""
    agent = make_agent("random", {})
    plans = {limit: Plan(WITHIN, agent, (0,), limit=limit) for limit in (499, 500, 100_000)}
    assert [plan.settings()["limit"] for plan in plans.values()] == [499, None, None]
    whole = Plan(WITHIN, agent, (0,))
    assert plans[100_000].folder_name() == whole.folder_name() != plans[499].folder_name()
