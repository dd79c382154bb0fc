"""A rough sketch of what shots do: five paths, and how fast balls set out on them.

Speeds follow the textbook: a ball slides until it rolls, and an impact passes on what is along the
line of centres.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from topple.worlds.pool.agents.ranker.paths import Floats, Paths, trace
from topple.worlds.pool.table import CUE

_MASSES = 1 + 0.17 / 0.567  # of ball and stick, over that of the stick
_SLIDING, _ROLLING = 0.2 * 9.81, 0.01 * 9.81  # decelerations in m/s^2
_MOST_SPIN = 3.0


@dataclass(frozen=True, slots=True)
class Sketch:
    """The paths of balls after many shots."""

    cue: Paths
    ball: Paths  # of the ball that the cue ball meets
    other: Paths  # of the ball that this one meets
    back: Paths  # of the cue ball after it met a ball
    last: Paths  # of the ball that it then meets
    speed: Floats  # of the cue ball when it meets a ball
    spin: Floats  # its rolling then, over its speed
    cut: Floats  # cosine of the angle between its way and the line of centres
    pace: Floats  # its speed on its way back
    far_cue: Floats  # how far the cue ball rolls if it meets no ball
    far_ball: Floats  # how far the ball rolls that it meets
    far_back: Floats  # how far it rolls after that


def sketch(table: Floats, shots: Floats) -> Sketch:
    """Follow the balls of a table (balls x 2) after each shot."""
    turn = np.radians(shots[:, 0])
    aim = np.stack([np.cos(turn), np.sin(turn)], 1)
    cue = trace(np.repeat(table[None, CUE], len(shots), 0), aim, table, np.array(CUE), 4)
    speed, spin = _arrive(shots, cue.lengths.sum(1))
    coming, met = cue.headings[:, -1], cue.met >= 0
    ball = _pass_on(cue, table, 3)
    normal = ball.headings[:, 0]
    cut = np.maximum((coming * normal).sum(1), 0.0)
    # A ball that slides on ends with 5/7 of its velocity and 2/7 of its spin.
    after = 5 / 7 * (coming - cut[:, None] * normal) + 2 / 7 * spin[:, None] * coming
    after *= (speed * met)[:, None]
    pace = np.sqrt((after**2).sum(1))
    back = trace(cue.end, _divide(after, pace), table, np.maximum(cue.met, 0), 4)
    return Sketch(
        cue=cue,
        ball=ball,
        other=_pass_on(ball, table, 2),
        back=back,
        last=_pass_on(back, table, 2),
        speed=speed,
        spin=spin,
        cut=cut,
        pace=pace,
        far_cue=(_roll(speed) + cue.lengths.sum(1)) * ~met,
        far_ball=_roll(5 / 7 * speed * cut),
        far_back=_roll(pace),
    )


def _pass_on(path: Paths, table: Floats, lines: int) -> Paths:
    """Follow the balls that others met, along the line of centres."""
    start = np.where((path.met >= 0)[:, None], table[path.met], path.end)
    between = start - path.end
    heading = _divide(between, np.sqrt((between**2).sum(1)))
    return trace(start, heading, table, np.maximum(path.met, 0), lines)


def _divide(vectors: Floats, lengths: Floats) -> Floats:
    """Give vectors the length 1; those that have none stay 0."""
    own = lengths[:, None]
    return np.divide(vectors, own, out=np.zeros_like(vectors), where=own > 1e-9)


def _arrive(shots: Floats, far: Floats) -> tuple[Floats, Floats]:
    """Return the speed of the cue ball after some way, and its rolling over its speed."""
    _, stick, side, height = shots.T
    speed = 2 * stick / (_MASSES + 2.5 * (side**2 + height**2))
    ratio = 2.5 * height
    pull = np.where(ratio < 1, _SLIDING, -_SLIDING)
    until = 2 * speed * np.abs(1 - ratio) / (7 * _SLIDING)
    slid = speed * until - pull * until**2 / 2
    sliding = np.sqrt(np.maximum(speed**2 - 2 * pull * np.minimum(far, slid), 0.0))
    turning = ratio * speed + 2.5 * (speed - sliding)
    rolled = np.sqrt(np.maximum(sliding**2 - 2 * _ROLLING * np.maximum(far - slid, 0.0), 0.0))
    spin = np.where(far < slid, turning / np.maximum(sliding, 1e-6), 1.0)
    return np.where(far < slid, sliding, rolled), np.clip(spin, -_MOST_SPIN, _MOST_SPIN)


def _roll(speed: Floats) -> Floats:
    """Return how far a ball rolls."""
    return speed**2 / (2 * _ROLLING)
