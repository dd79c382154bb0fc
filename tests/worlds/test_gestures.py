"""Gestures make what plans say: every stored solution can be performed, to the bit."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import all_worlds, parts, world


def tasks() -> Iterator[str]:
    """Yield a task of every third template of all worlds that people can play."""
    for own in all_worlds():
        if parts.has(own, "player"):
            served = [t for t in own.templates().values() if own.served(t)]
            yield from (str(own.id_of(t, own.served(t)[0])) for t in served[::3])


def perform(task: Task, action: Action) -> Action:
    """Return the plan that the gestures of an action make, each when it is possible."""
    player = parts.player(world(task.id.world))
    plan: Action = ()
    for done in player.performed(task, action):
        gesture = player.turn(task, plan).find(done.name)
        assert gesture, f"{done} is not possible after {plan}"
        assert gesture.since <= done.at + 1e-9
        assert gesture.until is None or done.at <= gesture.until + 1e-9
        plan = player.grown(task, plan, done)
    return plan


@pytest.mark.parametrize("name", list(tasks()))
def test_the_gestures_of_a_solution_give_its_digest(name: str) -> None:
    own = world(name.partition("/")[0])
    task = own.task(name)
    solution = own.solution(task)
    stored, performed = own.play([task] * 2, [solution, perform(task, solution)], threads=1)
    assert stored.outcome is Outcome.SOLVED
    assert (performed.outcome, performed.digest) == (stored.outcome, stored.digest)


@pytest.mark.parametrize("name", list(tasks()))
def test_gestures_are_plain_data_with_names_of_their_own(name: str) -> None:
    own = world(name.partition("/")[0])
    found = parts.player(own).turn(own.task(name), ())
    names = [gesture.name for gesture in found.gestures]
    assert names
    assert len(set(names)) == len(names)
    json.dumps([gesture.data() for gesture in found.gestures])
