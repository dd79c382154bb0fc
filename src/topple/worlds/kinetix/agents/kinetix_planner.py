"""A planner for kinetix: searches decisions in the simulator before it plays."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.worlds.kinetix.search import search
from topple.worlds.kinetix.world import own_task


@agent("kinetix-planner", version=1)
class KinetixPlanner(Agent):
    """Searches by cross-entropy for decisions that solve the level, and plays them.

    It plays up to `episodes` episodes in the simulator with decisions held for `hold` steps; where
    none solves the level, it plays a random action.
    """

    simulates = True
    worlds = ("kinetix",)
    group = 1

    episodes: int = 2000
    hold: int = 16

    def act(self, task: Task, past: Sequence[Attempt]) -> Action:
        own = own_task(task)
        found = search(own, self.hold, self.episodes, self.rng, threads=1)
        return own.actions.sample(self.rng) if found is None else found.action
