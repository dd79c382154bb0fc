"""Agents: what all have in common, and what each does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from topple.agents import Agent, Practice, agent, all_agents, make_agent
from topple.agents.memory import Memory, MemoryOnline
from topple.errors import BadInput, UnknownName
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import world

PHYRE = world("phyre")
LEDGE = [f"phyre/off_the_ledge@1:{i:03d}" for i in range(4)]
ROD = [f"phyre/tip_the_rod@1:{i:03d}" for i in range(4)]


class Told(Practice):
    """Practice whose outcomes are given."""

    def __init__(self, names: Sequence[str], table: Sequence[Sequence[int]]) -> None:
        super().__init__(PHYRE, names)
        self._table = np.array(table, np.int8)

    def outcomes(self, tasks: Sequence[Task], count: int) -> NDArray[np.int8]:
        return self._table[:, :count]


def choices(who: Agent, task: Task, count: int) -> list[int]:
    """Give the numbers of the candidates an agent tries, all missed."""
    candidates = [tuple(row) for row in task.actions.candidates(1000).tolist()]
    past: list[Attempt] = []
    for number in range(1, count + 1):
        action = who.act(task, past)
        if not isinstance(action, tuple):
            break
        past.append(Attempt(0, str(task), number, action, Outcome.MISSED))
    return [candidates.index(each.action) for each in past]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", all_agents())
def test_an_agent_says_what_it_is(name: str) -> None:
    cls = all_agents()[name]
    assert cls.__doc__
    made = make_agent(name)
    assert isinstance(made.settings(), dict)
    assert made.version >= 1


def test_settings_are_read_as_their_defaults_are() -> None:
    made = make_agent("memory", [("actions", "50"), ("first_only", "true")])
    assert made.settings() == {"actions": 50, "first_only": True}


@pytest.mark.parametrize(
    ("name", "settings", "says"),
    [
        ("randm", [], "no agent named `randm`"),
        ("memory", [("action", "5")], "no setting named `action`"),
        ("memory", [("actions", "many")], "takes a whole number, not `many`"),
        ("memory", [("actions", "0")], "give 1 to 100000"),
        ("memory", [("first_only", "perhaps")], "takes true or false"),
        ("memory-online", [("weight", "-1")], "give 0 or more"),
        ("memory-online", [("weight", "nan")], "give 0 or more"),
    ],
)
def test_bad_settings_are_refused(name: str, settings: Any, says: str) -> None:
    with pytest.raises((BadInput, UnknownName), match=says):
        make_agent(name, settings)


def test_luck_depends_on_the_key_alone() -> None:
    who = make_agent("random")
    task = PHYRE.task(LEDGE[0])

    def drawn(*key: object) -> object:
        who.settle(*key)
        return who.act(task, [])

    first = drawn(0, task, 1)
    assert drawn(0, task, 2) != first
    assert drawn(1, task, 1) != first
    assert drawn(0, task, 1) == first


def test_listed_random_walks_down_the_list() -> None:
    who = make_agent("random", [("listed", "true")])
    assert choices(who, PHYRE.task(ROD[0]), 5) == [0, 1, 2, 3, 4]


def test_memory_ranks_by_share_and_breaks_ties_by_number() -> None:
    who = Memory(actions=5)
    # Solved over tried plus one: 1/3, 2/3, 1/2 (one invalid), 0, 2/3.
    table = [[1, 1, 1, -1, 1], [-1, 1, 0, -1, 1]]
    who.fit(Told(LEDGE[:2], table))
    assert choices(who, PHYRE.task(ROD[0]), 9) == [1, 4, 2, 0, 3]


def test_memory_without_training_tasks_says_so() -> None:
    with pytest.raises(BadInput, match="no training tasks to remember"):
        Memory(actions=3).fit(Practice(PHYRE, ()))


def test_memory_of_a_known_template_is_its_own() -> None:
    who = Memory(actions=3)
    who.fit(Told([LEDGE[0], ROD[0]], [[1, -1, -1], [-1, -1, 1]]))
    assert choices(who, PHYRE.task(LEDGE[1]), 3) == [0, 1, 2]
    assert choices(who, PHYRE.task(ROD[1]), 3) == [2, 0, 1]
    other = PHYRE.task("phyre/ski_jump@1:000")
    assert choices(who, other, 3) == [0, 2, 1]


def test_memory_with_the_fault_plays_the_first_template_only() -> None:
    who = Memory(actions=2, first_only=True)
    who.fit(Told([LEDGE[0], ROD[0]], [[1, -1], [-1, 1]]))
    assert choices(who, PHYRE.task(LEDGE[1]), 2) == [0, 1]
    assert choices(who, PHYRE.task(ROD[1]), 2) == []


def test_online_memory_learns_from_the_test() -> None:
    who = MemoryOnline(actions=3, weight=10.0)
    who.fit(Told(LEDGE[:1], [[-1, 1, -1]]))
    task = PHYRE.task(ROD[0])
    assert choices(who, task, 3) == [1, 0, 2]
    # Candidate 1 misses, 0 is invalid, 2 solves: 1/12, 0/2, 10/12.
    tried = [(1, Outcome.MISSED), (0, Outcome.INVALID), (2, Outcome.SOLVED)]
    who.update(
        task,
        [Attempt(0, str(task), n, (0.0,), outcome) for n, (_, outcome) in enumerate(tried, 1)],
    )
    assert choices(who, task, 3) == [2, 1, 0]


def test_the_oracle_plays_what_solves(tmp_path: Path) -> None:
    who = make_agent("oracle", [("actions", "300")])
    tasks = [PHYRE.task(name) for name in ROD]
    who.fit(Practice(PHYRE, LEDGE, also=ROD, folder=tmp_path))
    played = [(task, who.act(task, [])) for task in tasks]
    solved = [(task, action) for task, action in played if action is not None]
    assert solved
    found = PHYRE.play([task for task, _ in solved], [action for _, action in solved])
    assert all(each.outcome is Outcome.SOLVED for each in found)


def test_only_an_oracle_may_practise_on_the_test(tmp_path: Path) -> None:
    practice = Practice(PHYRE, LEDGE, folder=tmp_path)
    with pytest.raises(BadInput, match="is no training task"):
        practice.outcomes([PHYRE.task(ROD[0])], 1)


def test_practice_is_kept_and_extended(tmp_path: Path) -> None:
    task = PHYRE.task(LEDGE[0])
    first = Practice(PHYRE, LEDGE, folder=tmp_path).outcomes([task], 30)
    calls: list[int] = []

    class Counting(type(PHYRE)):  # type: ignore[misc]
        def play_all(self, tasks: Any, actions: Any, threads: int | None) -> Any:
            calls.append(len(actions))
            return PHYRE.play_all(tasks, actions, threads)

    practice = Practice(Counting(), LEDGE, folder=tmp_path)
    assert (practice.outcomes([task], 20) == first[:, :20]).all()
    assert calls == []
    longer = practice.outcomes([task], 50)
    assert calls == [20]
    assert (longer[:, :30] == first).all()
    fresh = Practice(PHYRE, LEDGE).outcomes([task], 50)
    assert (longer == fresh).all()
    assert practice.simulations == 70


def test_a_broken_practice_file_is_named(tmp_path: Path) -> None:
    task = PHYRE.task(LEDGE[0])
    Practice(PHYRE, LEDGE, folder=tmp_path).outcomes([task], 2)
    (path,) = tmp_path.rglob("*.npy")
    path.write_bytes(b"rubbish")
    with pytest.raises(BadInput, match="not a table of outcomes"):
        Practice(PHYRE, LEDGE, folder=tmp_path).outcomes([task], 2)


def test_an_agent_needs_no_more_than_one_class() -> None:
    @agent("nudge", version=1)
    class Nudge(Agent):
        """Try near the best attempt so far; start anywhere."""

        spread: float = 0.1

        def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
            if not past:
                return task.actions.sample(self.rng)
            return task.actions.near((0.5, 0.5, 0.5), self.rng, spread=self.spread)

    who = Nudge(spread=0.05)
    who.settle(1, "task", 1)
    task = PHYRE.task(LEDGE[0])
    assert task.actions.one(who.act(task, []))
    assert who.settings() == {"spread": 0.05}
