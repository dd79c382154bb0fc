"""Certify tasks: store a solution that does not hang on luck, and measure how hard the task is.

A puzzle is refused unless some shot solves it that still does when its angle is off by 0.1 degrees
and its speed by 1 %, in any combination. A game is refused unless the planner wins it. A prediction
is only drawn if its answer survives the same noise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.sim import maths
from topple.tasks.certificates import Certificate
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.worlds.certifier import Certifier
from topple.worlds.pool.game import PoolGame, advance
from topple.worlds.pool.planner import aimed_shots, best_shot
from topple.worlds.pool.shot import (
    DEGREES,
    FARTHEST,
    FASTEST,
    SHARE,
    SLOWEST,
    Shot,
    action_of,
    shaken,
)
from topple.worlds.pool.task import PoolTask
from topple.worlds.pool.world import WORLD, puzzle_outcomes

TASKS = 100  # certified tasks per template
SHAKY_TASKS = 800  # eight seeds of the noise for each of a hundred racks
RANDOM_GAMES = 40  # random games per task, to measure the share that wins
# Margins are measured on these steps.
_DEGREE_STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
_PERCENT_STEPS = (1.0, 2.0, 5.0, 10.0, 20.0)
_SOLUTIONS = 40  # solutions whose neighbours are tried
_CHOICES = 8  # solutions whose margins are compared
_ROUNDS = 12  # rounds of further search
_NEAR = 0.05  # spread of the search around shots that solve the task

Rows = NDArray[np.float64]


class PoolCertifier(Certifier[PoolTask]):
    """Certifies the first tasks of a template that can be certified."""

    world = WORLD
    most_tried = 3

    @property
    def wanted(self) -> int:
        return SHAKY_TASKS if self.template.name == "nine_ball_shaky" else TASKS

    def certificate(self, task: PoolTask) -> Certificate | str:
        if task.question:
            return _prediction(task, len(task.question.options), task.question.answer)
        if task.rules:
            return _game(task, self.threads)
        return _puzzle(task, self.actions, self.threads)

    def facts(self, task: PoolTask, one: Certificate, *, deep: bool) -> Mapping[str, Any]:
        if not (deep and task.is_puzzle):
            return {}
        degrees, percent = margins(task, Shot(*one.solution), self.threads)
        return {"degrees": degrees, "percent": percent}


def _prediction(task: PoolTask, options: int, answer: int) -> Certificate:
    """Store the right option; chance is the share of options that are right."""
    share = round(1 / options, 5)
    facts = {"share": share, "degrees": DEGREES, "percent": 100 * SHARE, "tried": options}
    return Certificate(task.id.index, (float(answer),), facts)


def _puzzle(task: PoolTask, actions: int, threads: int | None) -> Certificate | str:
    rng = generator("pool", "certify", task)
    places = [(x, y) for x, y in task.table.tolist()]
    drawn = _rows(aimed_shots(places, rng, actions))
    solving = drawn[puzzle_outcomes(task, drawn, threads) == 1]
    share, tried = len(solving) / actions, actions
    if share and (best := _best(task, solving, threads)):
        return _certificate(task, *best, share, tried)
    for _ in range(_ROUNDS):
        more = _more(task, solving, places, rng, actions)
        tried += len(more)
        found = more[puzzle_outcomes(task, more, threads) == 1]
        solving = np.concatenate([found, solving])[: 4 * _SOLUTIONS]
        if len(found) and (best := _best(task, found, threads)):
            return _certificate(task, *best, share, tried)
    if not len(solving):
        return f"no solution among {tried} shots"
    return f"no solution survives {DEGREES:g} degrees and {SHARE:.0%} among {tried} shots"


def _more(
    task: PoolTask,
    solving: Rows,
    places: list[tuple[float, float]],
    rng: np.random.Generator,
    count: int,
) -> Rows:
    """Draw further shots: near those that solve the task, if there are any."""
    if not len(solving):
        return _rows(aimed_shots(places, rng, 2 * count, aimed=1.0))
    base = solving[rng.integers(len(solving), size=count)]
    return np.array([task.actions.near(tuple(row), rng, _NEAR) for row in base.tolist()])


def _best(task: PoolTask, solving: Rows, threads: int | None) -> tuple[Shot, float, float] | None:
    """Return the solution with the widest margins among those that survive the noise."""
    shots = [tidy(Shot(*row)) for row in solving[:_SOLUTIONS].tolist()]
    around = [near for shot in shots for near in shaken(shot)]
    codes = puzzle_outcomes(task, _rows(around), threads).reshape(len(shots), -1)
    safe = [shot for shot, row in zip(shots, codes, strict=True) if (row == 1).all()][:_CHOICES]
    measured = [(shot, *margins(task, shot, threads)) for shot in safe]
    return max(measured, key=lambda each: min(10 * each[1], each[2]), default=None)


def margins(task: PoolTask, shot: Shot, threads: int | None) -> tuple[float, float]:
    """Return by how many degrees and per cent the shot may be off, to both sides."""
    turned = [shot._replace(angle=shot.angle + s * d) for d in _DEGREE_STEPS for s in (-1, 1)]
    faster = [
        shot._replace(speed=shot.speed * (1 + s * p / 100)) for p in _PERCENT_STEPS for s in (-1, 1)
    ]
    codes = puzzle_outcomes(task, _rows(turned + faster), threads).reshape(-1, 2)
    solved = (codes == 1).all(axis=1)
    return _reach(solved[: len(_DEGREE_STEPS)], _DEGREE_STEPS), _reach(
        solved[len(_DEGREE_STEPS) :], _PERCENT_STEPS
    )


def _reach(solved: NDArray[np.bool_], steps: Sequence[float]) -> float:
    count = int(np.argmin([*solved, False]))
    return steps[count - 1] if count else 0.0


def _game(task: PoolTask, threads: int | None) -> Certificate | str:
    game = PoolGame(task)
    # DeepPHY's stick always points at the lowest ball.
    pockets = 3 if game.rules.fouls else 0
    while not game.over:
        shot = best_shot(game, threads, pockets=pockets, foresee=True)
        advance([game], [shot], threads)
    if not game.won:
        return f"the planner does not win within {len(game.turns)} shots"
    rng = generator("pool", "certify", task)
    drawn = [task.actions.sample(rng) for _ in range(RANDOM_GAMES)]
    won = WORLD.play([task] * len(drawn), drawn, threads)
    share = sum(each.outcome is Outcome.SOLVED for each in won) / RANDOM_GAMES
    facts = {"share": share, "degrees": 0.0, "percent": 0.0, "tried": RANDOM_GAMES}
    return Certificate(task.id.index, tuple(game.moves), facts)


def _certificate(
    task: PoolTask, shot: Shot, degrees: float, percent: float, share: float, tried: int
) -> Certificate:
    facts = {"share": round(share, 5), "degrees": degrees, "percent": percent, "tried": tried}
    return Certificate(task.id.index, action_of([shot]), facts)


def tidy(shot: Shot) -> Shot:
    """Round all numbers to thousandths, within the limits."""
    off = maths.hypot(shot.side, shot.height)
    inside = min(1.0, (FARTHEST - 0.001) / max(off, 1e-12))
    speed = min(max(shot.speed, 1.02 * SLOWEST), 0.98 * FASTEST)
    side, height = round(shot.side * inside, 3), round(shot.height * inside, 3)
    return Shot(round(shot.angle % 360, 3), round(speed, 3), side, height)


def _rows(shots: Sequence[Shot]) -> Rows:
    return np.array(shots, np.float64).reshape(len(shots), -1)


certify, check = PoolCertifier.certify, PoolCertifier.check
