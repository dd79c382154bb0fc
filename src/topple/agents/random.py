"""RAND: act at random."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task

_LISTED = 100_000


@agent("random", version=1)
class Random(Agent):
    """Draw an action at random, as PHYRE's paper says.

    With `listed`, walk down the list of candidates instead, the same for every task and seed: what
    the paper's scripts did.
    """

    passes = 50  # Phy-Q's number for it
    listed: bool = False

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        if not self.listed:
            return task.actions.sample(self.rng)
        candidates = task.actions.candidates(_LISTED)
        return tuple(candidates[len(past)].tolist()) if len(past) < _LISTED else None
