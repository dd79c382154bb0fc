"""The floor of kinetix: drive nothing."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.worlds.kinetix.actions import MOST_STEPS
from topple.worlds.kinetix.world import own_task


@agent("kinetix-nothing", version=1)
class KinetixNothing(Agent):
    """Drives nothing: a floor."""

    worlds = ("kinetix",)
    passes = 1  # every attempt ends alike

    def act(self, task: Task, past: Sequence[Attempt]) -> Action:
        own = own_task(task)
        return (*[0.0] * len(own.level.channels), MOST_STEPS)
