"""Pool tasks: a table, and a goal for one shot or a game of many."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from topple.tasks.task import Task
from topple.worlds.pool.action_space import GameShots, Options, Shots
from topple.worlds.pool.goals import Goal
from topple.worlds.pool.question import Question
from topple.worlds.pool.rules import Rules
from topple.worlds.pool.simulate import NEWEST
from topple.worlds.pool.table import BALLS, Point

Balls = tuple[tuple[int, float, float], ...]  # number, x, y of every ball on the table


@dataclass(frozen=True, eq=False)
class PoolTask(Task):
    """Balls at rest on a table: a puzzle with a goal, a game with rules, or a question."""

    balls: Balls
    goal: Goal = ()
    rules: Rules | None = None
    model: str = NEWEST
    question: Question | None = None

    @property
    def is_puzzle(self) -> bool:
        """Whether one shot must meet a goal."""
        return not self.rules and not self.question

    @property
    def actions(self) -> Shots | Options:
        """The action space: one shot, as many as the game has, or the options of a question."""
        if self.question:
            return Options(len(self.question.options))
        return GameShots(self.rules.shots) if self.rules else Shots(1)

    @cached_property
    def table(self) -> NDArray[np.float64]:
        """Where the balls are: row i is ball i, NaN if it is not on the table."""
        places = np.full((BALLS, 2), np.nan)
        for number, x, y in self.balls:
            places[number] = x, y
        places.flags.writeable = False
        return places

    def place(self, ball: int) -> Point:
        """Return where a ball is."""
        x, y = self.table[ball].tolist()
        return x, y

    def content_hash(self) -> str:
        """Return a hash of the table, the goal, the rules and the model."""
        return self._content_hash

    @cached_property
    def _content_hash(self) -> str:
        content = f"{self.balls} {self.goal} {self.rules} {self.model} {self._noise_key}"
        content += f" {self.question}" if self.question else ""
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    @property
    def _noise_key(self) -> str:
        """The key of the noise of a shaky hand; empty without noise."""
        return str(self.id) if self.rules and self.rules.shaky else ""
