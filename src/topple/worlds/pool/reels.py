"""The shots of an attempt with all their motion, for films and for words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.sim.counting import uncounted
from topple.tasks.outcome import Outcome
from topple.worlds.pool.events import BALL, POCKET
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.question import Question
from topple.worlds.pool.rules import Turn
from topple.worlds.pool.shot import Shot, shots_of
from topple.worlds.pool.simulate import Facts, simulate
from topple.worlds.pool.task import PoolTask

Event = tuple[float, int, int, int]  # time, kind, ball, other
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Reel:
    """One shot: the table before it, what was asked and done, and its turn in a game."""

    table: Floats
    shot: Shot
    facts: Facts
    turn: Turn | None = None

    @property
    def seconds(self) -> float:
        return float(self.facts.seconds[0])

    @property
    def events(self) -> list[Event]:
        return self.facts.batch.event_list(0)

    def places_at(self, times: Sequence[float]) -> Floats:
        """Return times x balls x 2; NaN for balls that are not on the table."""
        places = self.facts.batch.places_at(0, times)
        there = places[..., 2] > 0
        return np.where(there[..., None], places[..., :2], np.nan)

    def path(self, ball: int) -> Floats:
        """Return the times at which the course of a ball changes."""
        times = [time for time, kind, one, other in self.events if ball in _balls(kind, one, other)]
        return np.array([0.0, *times])

    def contacts(self) -> list[tuple[float, float, float]]:
        """Return time, x and y of every meeting of two balls."""
        met_at = [(time, one, other) for time, kind, one, other in self.events if kind == BALL]
        places = self.facts.batch.places_at(0, [time for time, _, _ in met_at])
        return [
            (time, *(places[row, [one, other], :2].mean(axis=0).tolist()))
            for row, (time, one, other) in enumerate(met_at)
        ]

    def fallen(self) -> list[tuple[float, int, int]]:
        """Return time, ball and pocket of every ball that falls."""
        return [(time, one, other) for time, kind, one, other in self.events if kind == POCKET]


@dataclass(frozen=True, eq=False)
class Attempted:
    """All shots of an attempt, and how it ended."""

    reels: tuple[Reel, ...]
    outcome: Outcome
    reason: str = ""
    game: PoolGame | None = None


def attempt(task: PoolTask, action: Sequence[float] | None) -> Attempted:
    """Play an action, or wait, and keep all motion."""
    return Attempted((), Outcome.MISSED) if action is None else _attempt(task, tuple(action))


@lru_cache(maxsize=4)
def _attempt(task: PoolTask, action: tuple[float, ...]) -> Attempted:
    """Play an action once for film, words and results, which all ask for it."""
    if task.question:
        return _answer(task, task.question, task.actions.one(list(action))[0])
    game, reels = PoolGame(task), []
    for shot in shots_of(task.actions.one(list(action))):
        if game.over:
            break
        before = game.table
        game.play(shot)
        if not game.turns[-1].refused:
            reels.append(recorded(task, before, len(game.turns), shot, game.turns[-1]))
    ended = game.branch()  # in the game itself, further shots may follow
    ended.stop()
    outcome = ended.outcome or Outcome.MISSED
    return Attempted(tuple(reels), outcome, ended.note, game if task.rules else None)


def _answer(task: PoolTask, question: Question, option: float) -> Attempted:
    """Play the shot of a question, whatever the answer."""
    if not question.is_option(option):
        return Attempted((), Outcome.INVALID, f"{option:g} is not an option")
    outcome = Outcome.SOLVED if option == question.answer else Outcome.MISSED
    facts = _record(task.table, question.shot, task.model)
    return Attempted((Reel(task.table, question.shot, facts),), outcome)


def recorded(task: PoolTask, table: Floats, number: int, shot: Shot, turn: Turn) -> Reel:
    """Play a shot again, with all its motion."""
    asked = shot.rounded()
    struck = task.rules.played(str(task), number, asked) if task.rules else asked
    with uncounted():
        facts = _record(table, struck, task.model)
    return Reel(table, asked, facts, turn if task.rules else None)


def _record(table: Floats, shot: Shot, model: str) -> Facts:
    return simulate(table[None], [shot], model=model, recorded=True, threads=1)


def _balls(kind: int, one: int, other: int) -> tuple[int, ...]:
    return (one, other) if kind == BALL else (one,)
