"""Search for solutions of PHYRE tasks.

Most solutions come from random actions, which also measure the solution volume. The rest come from
further random actions, from solutions of other tasks of the template, carried over (a ball keeps
its place in the scene or its place relative to a body, with some jitter), and from climbs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from topple.tasks.draw import Gauss, generator
from topple.worlds.phyre.climb import climbed
from topple.worlds.phyre.simulate import Batch, simulate, validate
from topple.worlds.phyre.task import PhyreTask
from topple.worlds.phyre.template import FIRST_VARIATION

Actions = NDArray[np.float64]

KEPT = 6  # solutions per task whose margins are compared
_ROUNDS = 40  # rounds for a PHYRE task that random actions did not solve
_VARIATION_ROUNDS = 12  # rounds for a variation, which another one can replace
_CARRIED = 500  # carried-over solutions per round
_RANDOM = 1000  # further random actions per round
_CLIMBS = 3  # rounds that end with a climb
_JITTERS = 8  # rounds after which the jitter of carried-over solutions starts again small


@dataclass
class Search:
    """The search state of one task: solutions, and how many random actions solve it."""

    task: PhyreTask
    solved: int = 0
    valid: int = 0
    solutions: list[Actions] = field(default_factory=list)


def random_valid_actions(task: PhyreTask, count: int) -> Actions:
    """Return the first valid actions of the task's own random stream."""
    seed = int.from_bytes(hashlib.sha256(str(task.id).encode()).digest()[:4], "big")
    draw = 2 * count
    while True:
        actions = task.tier.action_set(draw, seed)
        valid: Actions = actions[validate(task, actions) == 0][:count]
        if len(valid) == count:
            return valid
        draw *= 2


def centred(balls: NDArray[np.float64]) -> Actions:
    """Return the action in the middle of all actions that place these balls."""
    actions = np.empty_like(balls)
    actions[..., :2] = (balls[..., :2] + 0.5) / 255
    actions[..., 2] = (balls[..., 2] - 2) / 30
    return np.round(actions, 5).reshape(len(balls), 3 * balls.shape[1])


def try_random_actions(search: Search, amount: int, threads: int | None) -> None:
    actions = random_valid_actions(search.task, amount)
    batch = simulate(search.task, actions, outcome_only=True, threads=threads)
    search.valid, search.solved = len(actions), int(batch.solved.sum())
    search.solutions += list(_centres(search.task, batch)[:KEPT])


def search_on(
    search: Search, searches: Sequence[Search], skipped: int, threads: int | None
) -> None:
    """Search for a solution round by round, after the first random actions have failed."""
    shipped = search.task.id.index < FIRST_VARIATION
    rounds = _ROUNDS if shipped else _VARIATION_ROUNDS
    known = [other for other in searches if other.solutions]
    for round_ in range(rounds):
        first = skipped + round_ * _RANDOM
        tried = random_valid_actions(search.task, first + _RANDOM)[first:]
        if known:
            carried = _carry(search.task, known, round_)
            tried = np.concatenate([_valid(search.task, carried), tried])
        solutions = solving(search.task, tried, threads)
        if not len(solutions) and round_ < _CLIMBS:
            climbs = climbed(search.task, generator("climb", search.task.id, round_), threads)
            solutions = solving(search.task, _valid(search.task, centred(climbs)), threads)
        if len(solutions):
            search.solutions += list(solutions[:KEPT])
            return


def solving(task: PhyreTask, actions: Actions, threads: int | None) -> Actions:
    return _centres(task, simulate(task, actions, outcome_only=True, threads=threads))


def _centres(task: PhyreTask, batch: Batch) -> Actions:
    """Return the solutions, centred where possible: near a limit the middle may be invalid."""
    return _valid(task, centred(batch.balls[batch.solved]))


def _valid(task: PhyreTask, actions: Actions) -> Actions:
    kept: Actions = actions[validate(task, actions) == 0]
    return kept


def _carry(task: PhyreTask, known: Sequence[Search], round_: int) -> Actions:
    """Make actions for a task from solutions of others; later rounds jitter more."""
    jitter = round_ % _JITTERS
    key = hashlib.sha256(f"{task.id} {round_} {len(known)}".encode()).digest()
    draws = np.random.RandomState(int.from_bytes(key[:4], "big"))
    gauss = Gauss(draws)
    made = []
    for _ in range(_CARRIED):
        source = known[draws.randint(len(known))]
        balls = source.solutions[draws.randint(len(source.solutions))].reshape(-1, 3).copy()
        here, there = task.scene.bodies, source.task.scene.bodies
        for ball in balls:
            anchor = draws.randint(4, len(there) + 1)
            # A few of the choices keep the place in the scene.
            if anchor < min(len(here), len(there)):
                ball[0] += (here[anchor].x - there[anchor].x) / 255
                ball[1] += (here[anchor].y - there[anchor].y) / 255
        for scale, part in ((0.004 * jitter, balls[:, :2]), (0.01 * jitter, balls[:, 2:])):
            part += scale * np.reshape([gauss() for _ in range(part.size)], part.shape)
        made.append(np.clip(balls, 0, 1).reshape(-1))
    return np.array(made)
