"""RAND: act at random."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.errors import BadInput, UnknownName
from topple.tasks.attempt import Action, Attempt
from topple.tasks.task import Task
from topple.worlds.birds.action_space import RANGES, Shots

_LISTED = 100_000


@agent("random", version=1)
class Random(Agent):
    """Draw an action at random, as PHYRE's paper says.

    With `listed`, walk down the list of candidates instead, the same for every task and seed: what
    the paper's scripts did. In birds `ranges` says where from: `paper` draws as Phy-Q's paper says,
    `code` as its code does, twice as far back and with taps too early for most powers.
    """

    passes = 50  # Phy-Q's number for it
    listed: bool = False
    ranges: str = "paper"

    def __post_init__(self) -> None:
        if self.ranges not in RANGES:
            raise UnknownName("ranges", self.ranges, known=RANGES)
        if self.listed and self.ranges != "paper":
            raise BadInput("candidates are listed for the paper's ranges only")

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        if self.ranges != "paper":
            if not isinstance(task.actions, Shots):
                raise BadInput(f"ranges={self.ranges} is for birds only")
            return task.actions.sample(self.rng, RANGES[self.ranges])
        if not self.listed:
            return task.actions.sample(self.rng)
        candidates = task.actions.candidates(_LISTED)
        return tuple(candidates[len(past)].tolist()) if len(past) < _LISTED else None
