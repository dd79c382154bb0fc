"""Marbles as an environment: a step is an attempt, the observation is mark and friction."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from marbles.world import FASTEST, WORLD, own
from topple.tasks.environment import Box
from topple.tasks.task import Task
from topple.worlds.attempts import AttemptRules
from topple.worlds.select import Names


class MarblesRules(AttemptRules):
    def observe(self, task: Task) -> NDArray[np.float32]:
        return np.array([own(task).mark, own(task).friction], np.float32)


def rules(*, tasks: Names | None = None, attempts: int = 10) -> MarblesRules:
    """Return the rules; an episode is one task with up to `attempts` attempts."""
    speed, seen = Box(0.0, FASTEST, (1,), np.float64), Box(0.0, 10.0, (2,), np.float32)
    return MarblesRules(WORLD, tasks, attempts, speed, seen)
