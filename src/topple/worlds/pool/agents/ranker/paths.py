"""Rough paths of balls: straight lines, mirrored at rails, up to the next ball.

What friction, spin and cushions do to a ball on its way is left for the ranker to learn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.worlds.pool.table import LENGTH, RADIUS, WIDTH

Floats = NDArray[np.float64]
_LEAST = (RADIUS, RADIUS)
_MOST = (WIDTH - RADIUS, LENGTH - RADIUS)
_FAR = 10.0  # metres: farther than any rail


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
