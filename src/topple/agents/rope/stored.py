"""The ceiling of rope: the stored solution."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.worlds.rope.world import WORLD


@agent("rope-oracle", version=1)
class RopeOracle(Agent):
    """Plays the stored solution of every task: what a perfect player could score."""

    worlds = ("rope",)
    simulates = True
    passes = 1

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        return None if past else WORLD.solution(task)
