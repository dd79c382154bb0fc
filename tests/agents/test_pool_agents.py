"""Agents of pool act on puzzles and games, and the better ones win more."""

from __future__ import annotations

import pytest

from topple.agents import all_agents, make_agent
from topple.agents.agent import trainable_agents
from topple.tasks.outcome import Outcome
from topple.testing import check_agent
from topple.worlds.pool.planner import ghost_angles
from topple.worlds.pool.table import LENGTH, direction, ghost
from topple.worlds.pool.world import WORLD

OWN = {name for name, cls in all_agents().items() if cls.worlds == ("pool",)}
AGENTS = sorted(OWN - {*trainable_agents()})
TASKS = ["pool/straight_pot:0", "pool/lag:2", "pool/nine_ball:0"]


@pytest.mark.parametrize("name", AGENTS)
def test_it_acts_and_repeats_itself(name: str) -> None:
    check_agent(name, [WORLD.task(text) for text in TASKS])


def wins(name: str, racks: int) -> int:
    tasks = [WORLD.task(f"pool/nine_ball:{index}") for index in range(racks)]
    policies = []
    for task in tasks:
        made = make_agent(name)
        made.settle(0, task)
        policies.append(made.act(task, []))
    return sum(each.outcome is Outcome.SOLVED for each in WORLD.play(tasks, policies))


def test_the_planner_wins_more_than_random_shots() -> None:
    assert wins("pool-planner", 6) == 6
    assert wins("pool-aimed-random", 6) < 6


def test_mock_never_repeats_a_shot() -> None:
    task = WORLD.task("pool/nine_ball_2025:1")
    made = make_agent("pool-mock")
    made.settle(0, task)
    (played,) = WORLD.play([task], [made.act(task, [])])
    assert played.action is not None
    spots = [played.action[i + 1 : i + 4] for i in range(0, len(played.action), 4)]
    assert len(set(spots)) == len(spots)


def test_a_ghost_ball_sends_the_ball_into_the_mouth_of_a_pocket() -> None:
    """The centre of a side pocket is behind the cushions; a ball sent there meets a jaw."""
    lower_left = ghost_angles((0.7, 0.5), (0.35, 0.25))[0]
    assert lower_left == pytest.approx(direction((0.7, 0.5), (0.0, 0.0)))
    along_the_rail = ghost_angles((0.3, 1.6), (0.1, 1.2))[0]
    assert along_the_rail == pytest.approx(
        direction((0.3, 1.6), ghost((0.1, 1.2), (0.0, LENGTH / 2)))
    )
