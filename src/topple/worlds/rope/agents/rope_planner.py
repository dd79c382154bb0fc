"""A planner that simulates: a beam search over the number of calls, ranked apart."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.errors import BadInput
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.worlds.rope.calls import action_of
from topple.worlds.rope.search import solutions
from topple.worlds.rope.world import own_task


@agent("rope-planner", version=1)
class RopePlanner(Agent):
    """Searches for calls that feed the creature, and plays the first that it finds.

    `width` is how many states it keeps per number of calls.
    """

    worlds = ("rope",)
    simulates = True
    passes = 1
    width: int = 100

    def __post_init__(self) -> None:
        if not 1 <= self.width <= 10_000:
            raise BadInput(f"width is {self.width}", "give 1 to 10000")

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        found = [] if past else solutions(own_task(task).level, self.width, threads=1)
        return action_of(found[0]) if found else None
