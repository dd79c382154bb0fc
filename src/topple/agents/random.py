"""RAND: act at random."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.agents.practice import Practice
from topple.errors import BadInput
from topple.tasks.actions import PAPER
from topple.tasks.attempt import Action, Attempt
from topple.tasks.draw import Restarted, generator
from topple.tasks.task import Task

_LISTED = 100_000


@agent("random", version=1)
class Random(Agent):
    """Draws a random action for every attempt.

    `ranges` names what is drawn from. All worlds have `paper`. Birds also has `code`: Phy-Q's code
    draws from ranges twice as large as in its paper, and taps too early for most powers.

    With `listed` it plays the fixed list of candidates in order instead, the same for every task
    and seed, as the scripts of PHYRE's paper did.
    """

    passes = 50  # number of passes in Phy-Q
    listed: bool = False
    ranges: str = PAPER

    def __post_init__(self) -> None:
        if self.listed and self.ranges != PAPER:
            raise BadInput("candidates are listed for ranges=paper only")
        self._draws = Restarted()

    def fit(self, practice: Practice) -> None:
        # Refuse unknown ranges before the first attempt; `paper` every world has.
        if self.ranges != PAPER and practice.example is not None:
            practice.example.actions.sample_from(self.ranges, generator("ranges"))

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | None:
        if not self.listed:
            return task.actions.sample_from(self.ranges, self._draws(*self._key))
        candidates = task.actions.candidates(_LISTED)
        return tuple(candidates[len(past)].tolist()) if len(past) < _LISTED else None
