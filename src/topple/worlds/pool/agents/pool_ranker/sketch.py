"""A rough sketch of what shots do: five paths, and how fast balls set out on them.

Speeds follow the textbook: a ball slides until it rolls, and an impact passes on what is along the
line of centres.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.worlds.pool.table import CUE, LENGTH, RADIUS, WIDTH

Floats = NDArray[np.float64]
_LEAST = (RADIUS, RADIUS)
_MOST = (WIDTH - RADIUS, LENGTH - RADIUS)
_FAR = 10.0  # distance in metres that is farther than any rail


@dataclass(frozen=True, eq=False, slots=True)
class Paths:
    """The paths of one ball after many shots; a path that met a ball ends with lengths of 0."""

    starts: Floats  # shots x lines x 2
    headings: Floats  # shots x lines x 2, of length 1; 0 where there is no path
    lengths: Floats  # shots x lines
    met: NDArray[np.intp]  # number of the ball at the end, -1 if there is none
    end: Floats  # shots x 2

    @property
    def before(self) -> Floats:
        """How long each path is before each of its lines."""
        return self.lengths.cumsum(1) - self.lengths


def trace(
    starts: Floats, headings: Floats, balls: Floats, unmet: NDArray[np.intp], lines: int
) -> Paths:
    """Follow balls from places in directions; `unmet` numbers the ball that cannot be met."""
    count = len(starts)
    balls = np.broadcast_to(balls, (count, *balls.shape)).copy()
    balls[np.arange(count), unmet] = np.nan
    met, place, heading = np.full(count, -1), starts.copy(), headings.copy()
    parts: list[tuple[Floats, Floats, Floats]] = []
    for _ in range(lines):
        to_ball, number = _next_ball(place, heading, balls)
        to_rails = _rails(place, heading)
        length = np.minimum(to_ball, to_rails.min(1))
        length[(met >= 0) | ~heading.any(1)] = 0.0
        parts.append((place, heading, length))
        place = place + length[:, None] * heading
        hit = (met < 0) & (to_ball < to_rails.min(1))
        met = np.where(hit, number, met)
        turns = (to_rails <= to_rails.min(1, keepdims=True)) & (met < 0)[:, None]
        heading = np.where(turns, -heading, heading)
    kept = [np.stack(each, 1) for each in zip(*parts, strict=True)]
    return Paths(kept[0], kept[1], kept[2], met, place)


def passing(paths: Paths, targets: Floats) -> tuple[Floats, Floats]:
    """Return how far targets are along every line, and to its left: shots x lines x targets.

    Targets are targets x 2, or shots x targets x 2.
    """
    between = np.broadcast_to(targets, (len(paths.met), *targets.shape[-2:]))[:, None]
    between = between - paths.starts[:, :, None]
    x, y = paths.headings[..., 0, None], paths.headings[..., 1, None]
    along = between[..., 0] * x + between[..., 1] * y
    return along, between[..., 1] * x - between[..., 0] * y


def _next_ball(place: Floats, heading: Floats, balls: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """Return how far the next ball on the way is, and its number."""
    between = balls - place[:, None]
    along = between[..., 0] * heading[:, :1] + between[..., 1] * heading[:, 1:]
    beside = between[..., 1] * heading[:, :1] - between[..., 0] * heading[:, 1:]
    room = 4 * RADIUS**2 - beside**2
    far = along - np.sqrt(np.maximum(room, 0.0))
    far = np.where((room > 0) & (along > 0), np.maximum(far, 0.0), _FAR)
    number = far.argmin(1)
    return far[np.arange(len(far)), number], number


def _rails(place: Floats, heading: Floats) -> Floats:
    """Return how far the rails across and along the table are."""
    wall = np.where(heading > 0, _MOST, _LEAST)
    still = np.abs(heading) < 1e-9
    far = (wall - place) / np.where(still, 1.0, heading)
    return np.where(still, _FAR, np.maximum(far, 0.0))


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
