"""Rankings: the best candidates of one task by score, lowered around every failure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome
from topple.worlds.phyre import validate
from topple.worlds.phyre.agents.ranker.rollouts import pixels
from topple.worlds.phyre.task import PhyreTask

_KEPT = 20_000  # best candidates that are kept; none of 6,000 test tasks ran out of them
_RADIUS = 8.0  # difference of radii, in pixels, over which a failure counts

Floats = NDArray[np.float32]


class Seen(NamedTuple):
    """What a network says of actions on a scene."""

    scores: Floats  # logits
    goals: Floats  # how far the goal's bodies will move, in pixels: actions x numbers


@dataclass(frozen=True, slots=True)
class Doubt:
    """How far a failure counts, in pixels, and by how much it lowers a score at its own place.

    `alike` and `alike_penalty` are the same for actions at any place that are predicted to move the
    goal's bodies as the failed one was.
    """

    reach: float
    penalty: float
    alike: float
    alike_penalty: float


class Ranking:
    """The candidates that are left for one task."""

    def __init__(self, task: PhyreTask, seen: Seen, doubt: Doubt) -> None:
        best = np.argsort(-seen.scores, kind="stable")[:_KEPT]
        self._task, self._doubt = task, doubt
        self._scores, self._goals = seen.scores[best], seen.goals[best]
        self._candidates = task.tier.candidates(len(seen.scores))[best]
        self._places = pixels(self._candidates).astype(np.float32)
        reach = [doubt.reach, doubt.reach, _RADIUS]
        self._reaches = np.tile(np.array(reach, np.float32), task.tier.balls)
        self._seen = 0

    def best(self, past: Sequence[Attempt]) -> Action | None:
        """Return the best candidate after the attempts so far, or None if none is left."""
        for attempt in past[self._seen :]:
            self._learn(attempt)
        self._seen = len(past)
        while True:
            number = int(self._scores.argmax())
            if self._scores[number] == -np.inf:
                return None
            action = self._candidates[number]
            # The scene alone refuses an action that overlaps a body; nothing is simulated.
            if not validate(self._task, action)[0]:
                return tuple(action.tolist())
            self._scores[number] = -np.inf

    def _learn(self, attempt: Attempt) -> None:
        """Drop the action of an attempt; if it missed, lower the scores around it."""
        if attempt.action is None:
            return
        apart = self._places - pixels(np.array([attempt.action]))
        same = ~apart.any(1)  # several candidates may round to the same pixels
        if attempt.outcome is Outcome.MISSED:
            lowered = self._doubt.penalty * _bell((apart / self._reaches) ** 2)
            if same.any():
                moved = (self._goals - self._goals[same.argmax()]) / self._doubt.alike
                lowered += self._doubt.alike_penalty * _bell(moved**2 / moved.shape[1])
            self._scores -= lowered
        self._scores[same] = -np.inf


def _bell(squares: Floats) -> Floats:
    return np.asarray(np.exp(-squares.sum(1) / 2))
