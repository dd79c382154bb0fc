"""Search for decisions that solve a level: cross-entropy search on whole episodes.

Decisions are held for a fixed number of steps. A table of probabilities, decisions x choices,
is drawn from and moved towards the best episodes (Rubinstein 1999). Every few generations without
progress it starts again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.worlds.kinetix.actions import MOST_STEPS
from topple.worlds.kinetix.simulate import Play, simulate
from topple.worlds.kinetix.task import KinetixTask

POPULATION = 128
_ELITE = 12
_LEARNING = 0.6  # share of the way that the table moves towards the best episodes
_LEAST = 0.02  # probability that every choice keeps
_GENERATIONS = 24  # until a new start, if nothing got better for a third of them
_LOST = 0.5  # metres that touching red counts as


@dataclass(frozen=True, slots=True)
class Found:
    """A solution, and how many episodes the search played before it."""

    action: Action
    tried: int


def search(
    task: KinetixTask,
    hold: int,
    episodes: int,
    rng: np.random.Generator,
    threads: int | None = None,
) -> Found | None:
    """Search for a solution with decisions held `hold` steps each, in up to `episodes` episodes."""
    tried = 0
    while tried < episodes:
        best, stale = -np.inf, 0
        for values, actions, plays in _generations(task, hold, rng, threads):
            for number, play in enumerate(plays):
                if play.outcome is Outcome.SOLVED:
                    return Found(trimmed(task, actions[number], play), tried + number + 1)
            tried += len(plays)
            stale = 0 if values.max() > best + 0.01 else stale + 1
            best = max(best, values.max())
            if tried >= episodes or stale > _GENERATIONS // 3:
                break
    return None


def random_actions(
    task: KinetixTask, hold: int, count: int, rng: np.random.Generator
) -> list[Action]:
    """Draw actions whose decisions are held `hold` steps each."""
    choices = np.array(task.actions.choices)
    picks = rng.integers(len(choices), size=(count, _decisions(hold)))
    return [_action(choices, each, hold) for each in picks]


def trimmed(task: KinetixTask, action: Action, play: Play) -> Action:
    """Return the action without decisions after the end; equal neighbours become one."""
    rows = np.array(action).reshape(-1, task.actions.width)
    kept: list[list[float]] = []
    left = play.steps
    for *drive, held in rows.tolist():
        if left <= 0:
            break
        held = min(held, left)
        left -= held
        if kept and kept[-1][:-1] == drive:
            kept[-1][-1] += held
        else:
            kept.append([*drive, held])
    return tuple(int(number) for row in kept for number in row)


def _generations(
    task: KinetixTask, hold: int, rng: np.random.Generator, threads: int | None
) -> Iterator[tuple[NDArray[np.float64], list[Action], list[Play]]]:
    """Yield the values, actions and plays of one generation after another."""
    choices = np.array(task.actions.choices)
    decisions = _decisions(hold)
    table = np.full((decisions, len(choices)), 1 / len(choices))
    for _ in range(_GENERATIONS):
        marks = np.cumsum(table, axis=1)
        picks = (rng.random((POPULATION, decisions, 1)) > marks).sum(axis=2)
        picks = np.minimum(picks, len(choices) - 1)
        actions = [_action(choices, each, hold) for each in picks]
        plays = simulate(task.level, [task.actions.full(a) for a in actions], threads=threads)
        values = np.array([_value(play) for play in plays])
        yield values, actions, plays
        elite = picks[np.argsort(-values, kind="stable")[:_ELITE]]
        shares = np.stack([(elite == choice).mean(axis=0) for choice in range(len(choices))], 1)
        table = (1 - _LEARNING) * table + _LEARNING * shares
        table = _LEAST / len(choices) + (1 - _LEAST) * table


def _decisions(hold: int) -> int:
    return MOST_STEPS // hold


def _action(choices: NDArray[np.int64], picks: NDArray[np.int64], hold: int) -> Action:
    rows = np.column_stack([choices[picks], np.full(len(picks), hold)])
    return tuple(rows.ravel().tolist())


def _value(play: Play) -> float:
    """Return how near an episode came to a solution."""
    lost = _LOST if play.note == "green touched red" else 0.0
    return -play.closest - 0.3 * play.distance - lost
