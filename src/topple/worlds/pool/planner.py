"""Shots worth trying, at a ball or by way of it at a pocket, and a planner that simulates them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from topple.sim import maths
from topple.worlds.pool.action_space import random_shot
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.rules import judge
from topple.worlds.pool.shot import Shot
from topple.worlds.pool.simulate import simulate
from topple.worlds.pool.table import CUE, MOUTHS, RADIUS, Point, cut_angle, direction, ghost

# DeepPHY's speeds and spots: side (to the left) and height, in ball radii.
SPEEDS = {"low": 2.0, "medium": 5.0, "high": 8.0}
SPOTS = {
    "top left": (0.35, 0.35),
    "top": (0.0, 0.5),
    "top right": (-0.35, 0.35),
    "middle left": (0.35, 0.0),
    "middle": (0.0, 0.0),
    "middle right": (-0.35, 0.0),
    "bottom left": (0.35, -0.35),
    "bottom": (0.0, -0.5),
    "bottom right": (-0.35, -0.35),
}
_WON, _POTTED, _FOUL = 100.0, 1.0, -1.5
_ALL_OF = 1.1  # share of the width of a ball over which aimed shots are spread


def ghost_angles(cue: Point, ball: Point) -> list[float]:
    """Return the directions that send a ball into the mouths of the pockets, straightest first.

    Other balls, throw and spin are left out of account.
    """
    order = sorted(MOUTHS.values(), key=lambda mouth: cut_angle(cue, ball, mouth))
    return [direction(cue, ghost(ball, mouth)) for mouth in order]


def deepphy_shots(angle: float) -> Iterator[Shot]:
    """Yield DeepPHY's 27 shots in a direction."""
    for speed in SPEEDS.values():
        for side, height in SPOTS.values():
            yield Shot(angle, speed, side, height)


def best_shot(
    game: PoolGame, threads: int | None = None, *, pockets: int = 3, foresee: bool = False
) -> Shot:
    """Simulate DeepPHY's 27 shots at the centre of the lowest ball and at some pockets.

    Return the one that wins, or pots most without a foul. The noise of a shaky hand is not known
    beforehand; `foresee` simulates it all the same.
    """
    cue, ball = game.place(), game.place(game.lowest)
    angles = [direction(cue, ball), *ghost_angles(cue, ball)[:pockets]]
    shots = [shot.rounded() for angle in angles for shot in deepphy_shots(angle)]
    number = len(game.turns) + 1
    played = shots
    if foresee:
        played = [game.rules.played(str(game.task), number, shot) for shot in shots]
    facts = simulate(game.table[None], played, model=game.task.model, threads=threads)
    values = []
    for row in range(len(shots)):
        turn, _ = judge(game.rules, number, game.table, facts, row)
        fouled = bool(turn.foul) or CUE in turn.potted
        values.append(_WON * turn.won + _POTTED * turn.legal + _FOUL * fouled)
    return shots[int(np.argmax(values))]


def aimed_shots(
    table: Sequence[Point], rng: np.random.Generator, count: int, aimed: float = 0.8
) -> list[Shot]:
    """Draw shots, a share of them aimed at some part of a ball on the table."""
    cue = table[CUE]
    targets = [place for place in table[CUE + 1 :] if not math.isnan(place[0])]
    shots = []
    for _ in range(count):
        shot = random_shot(rng)
        if targets and rng.uniform() < aimed:
            x, y = targets[int(rng.integers(len(targets)))]
            far = maths.hypot(x - cue[0], y - cue[1])
            half = math.degrees(maths.asin(min(1.0, 2 * _ALL_OF * RADIUS / far)))
            shot = shot._replace(angle=direction(cue, (x, y)) + float(rng.uniform(-half, half)))
        shots.append(shot)
    return shots
