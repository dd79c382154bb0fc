"""Twins keep the physics of a task and change its face; they expose who learnt by heart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from topple.agents.agent import Agent, agent
from topple.agents.practice import Practice
from topple.errors import BadInput, UnknownName
from topple.protocols import protocol
from topple.protocols.choose import choose
from topple.reports.tables.groups import grouped
from topple.reports.tables.printed import printed
from topple.reports.tables.twins import TwinGap, twin_gaps
from topple.runs.evaluate import Plan, run
from topple.runs.load import load
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task, TaskId
from topple.worlds import find_task, world, world_names
from topple.worlds.twins import OTHER, certificate, own_twins

# Tasks that are easier than the world's example, where a solution must be searched for.
EASY = {("phyre", "gravity"): "phyre/off_the_ledge:23"}
# The templates of Kinetix's levels have one task each.
NO_OTHER = ("kinetix",)
KINDS = [(name, twin) for name in world_names() for twin in [*own_twins(world(name)), OTHER]]
MADE = [pair for pair in KINDS if pair not in [(name, OTHER) for name in NO_OTHER]]


@agent("by-heart", version=1)
class ByHeart(Agent):
    """Plays the stored solution of the task of this name, whatever it looks like."""

    def fit(self, practice: Practice) -> None:
        self._world = practice.world

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        original = self._world.task(str(task).partition("~")[0])
        known = None if past else self._world.certificate(original)
        return known.solution if known else None


@pytest.mark.parametrize(("name", "twin"), MADE)
def test_a_twin_is_found_by_its_id_and_certified(name: str, twin: str) -> None:
    home = world(name)
    original = home.task(EASY.get((name, twin), home.example))
    task = find_task(f"{original}~{twin}")
    assert str(task) == f"{original}~{twin}"
    assert task.content_hash() != original.content_hash()
    found = certificate(home, str(task))
    assert found is not None
    solved, waited = home.play([task, task], [found.solution, None])
    assert (solved.outcome, waited.outcome is Outcome.SOLVED) == (Outcome.SOLVED, False)


@pytest.mark.parametrize("name", [n for n, twin in KINDS if twin == "mirror"])
def test_the_mirror_of_a_mirror_is_the_original(name: str) -> None:
    home = world(name)
    original = home.task(home.example)
    make = own_twins(home)["mirror"].make
    once = make(original)
    assert once is not None
    twice = make(once)
    assert twice is not None
    played = home.play([original, twice], [home.solution(original)] * 2)
    assert played[0].outcome is played[1].outcome is Outcome.SOLVED


@pytest.mark.parametrize("name", [n for n, twin in KINDS if twin == "mirror"])
def test_a_learnt_action_does_not_solve_the_mirror(name: str) -> None:
    home = world(name)
    original = home.task(home.example)
    (played,) = home.play([find_task(f"{original}~mirror")], [home.solution(original)])
    assert played.outcome is not Outcome.SOLVED


def test_a_task_without_variations_has_no_other() -> None:
    for name in NO_OTHER:
        home = world(name)
        with pytest.raises(BadInput, match="has no twin `other`"):
            home.task(f"{home.task(home.example)}~other")


def test_ids_of_twins_are_read_and_written() -> None:
    text = "phyre/off_the_ledge@1:023~mirror"
    assert str(TaskId.parse(text)) == text
    with pytest.raises(BadInput):
        TaskId.parse("phyre/off_the_ledge@1:023~")
    with pytest.raises(UnknownName, match="no twin named `miror`"):
        find_task("phyre/off_the_ledge:23~miror")


def test_twins_do_not_count_for_the_limit() -> None:
    rules = choose(protocol("phyre-b-within"), twins=["mirror"])
    tasks = rules.tasks(0, limit=3)
    assert tasks[:3] == protocol("phyre-b-within").tasks(0, limit=3)
    assert set(tasks[3:]) <= {f"{name}~mirror" for name in tasks[:3]}


def gap(who: Agent, folder: Path) -> TwinGap:
    rules = choose(protocol("phyre-b-within"), twins=["mirror"])
    run(Plan(rules, who, (0,), limit=25), folder)
    (group,) = grouped([load(folder)])
    assert "memorised" in printed(group).tables[1][0]
    (found,) = twin_gaps(group.entries[0])
    return found


def test_an_agent_that_learnt_by_heart_is_exposed(tmp_path: Path) -> None:
    found = gap(ByHeart(), tmp_path / "run").comparison
    assert found.interval is not None
    assert found.difference > 0.5
    assert found.interval[0] > 0


def test_a_planner_shows_zero(tmp_path: Path) -> None:
    from topple.agents.solution import Solution

    found = gap(Solution(), tmp_path / "run").comparison
    assert found.difference == 0.0
