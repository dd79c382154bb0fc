"""Rules of nine-ball: which shots are fouls, what returns to the table, and when a game is won."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.sim import maths
from topple.tasks.draw import generator, normals
from topple.worlds.pool.shot import FASTEST, SLOWEST, Shot
from topple.worlds.pool.simulate import Facts
from topple.worlds.pool.table import CUE, GAP, LENGTH, NINE, RADIUS, WIDTH, Point

SHOTS = 15
# A shaky hand: standard deviations of the angle in degrees and of the speed as a share.
SHAKY_DEGREES, SHAKY_SPEED = 0.1, 0.01
_CUE_SPOT: Point = (WIDTH / 2, LENGTH / 4)
_NINE_SPOT: Point = (WIDTH / 2, 0.75 * LENGTH)
_STEP = 0.001  # metres between the places that are tried for a ball

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rules:
    """How a game is played: with fouls, or only by DeepPHY's rule that the 9 must fall.

    `shaky` adds noise to every shot, drawn from the task and the number of the shot.
    """

    shots: int = SHOTS
    fouls: bool = True
    shaky: bool = False

    def played(self, task: str, number: int, shot: Shot) -> Shot:
        """Return the shot as the hand plays it."""
        if not self.shaky:
            return shot
        turn, faster = normals(generator("pool", "shaky", task, number), 2)
        speed = shot.speed * (1 + SHAKY_SPEED * faster)
        return shot._replace(
            angle=shot.angle + SHAKY_DEGREES * turn, speed=min(max(speed, SLOWEST / 2), 2 * FASTEST)
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """What one shot of a game did, by its rules.

    `foul` says why it was a foul, "" if it was none. `legal` counts the balls that it potted
    without a foul. `refused` says why it was no shot at all, and `capped` whether it was stopped
    because it had too many events.
    """

    potted: tuple[int, ...]
    foul: str
    won: bool
    legal: int
    refused: str = ""
    capped: bool = False


def lowest(table: Floats) -> int:
    """Return the lowest number on the table, 0 if only the cue ball is left."""
    present = np.flatnonzero(~np.isnan(table[CUE + 1 :, 0]))
    return int(present[0]) + 1 if len(present) else 0


def judge(rules: Rules, number: int, table: Floats, facts: Facts, row: int) -> tuple[Turn, Floats]:
    """Judge a shot; return what it did, and the table for the next one.

    `number` counts shots from 1, and `table` is the table before the shot.
    """
    potted = tuple(int(ball) for ball in np.flatnonzero(facts.pocket[row] >= 0))
    foul = _foul(table, facts, row) if rules.fouls else ""
    after = facts.places(row)
    # On the break the 9 does not count, legal or not.
    won = NINE in potted and not foul and not (rules.fouls and number == 1)
    if rules.fouls and NINE in potted and not won:
        _put(after, NINE, _NINE_SPOT, up=True)
    if CUE in potted:
        _put(after, CUE, _CUE_SPOT, up=False)
    legal = 0 if foul else sum(ball != CUE for ball in potted)
    return Turn(potted, foul, won, legal), after


def _foul(table: Floats, facts: Facts, row: int) -> str:
    first, wanted = int(facts.hit[row, 0]), lowest(table)
    if first < 0:
        return "no ball was hit"
    if first != wanted:
        return f"ball {first} was hit first, not ball {wanted}"
    if facts.pocket[row, CUE] >= 0:
        return "the cue ball fell"
    if not facts.rail_after_hit[row] and not (facts.pocket[row] >= 0).any():
        return "no ball fell or touched a rail after the hit"
    return ""


def _put(table: Floats, ball: int, spot: Point, *, up: bool) -> None:
    """Put a ball on its spot, or on the nearest free place towards an end of the table."""
    others = np.delete(table, ball, axis=0)
    x, y = spot
    while (maths.lengths(others[:, 0] - x, others[:, 1] - y) < 2 * RADIUS + GAP).any():
        y += _STEP if up else -_STEP
    table[ball] = x, y
