"""A stage for templates: put balls on the table, and refuse tables that make no sense."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from topple.sim import maths
from topple.worlds.pool.table import (
    BALLS,
    CUE,
    GAP,
    LENGTH,
    POCKETS,
    RADIUS,
    SIDE_POCKETS,
    WIDTH,
    Point,
    apart,
    cut_angle,
    direction,
    ghost,
)

_FROM_RAIL = RADIUS + 0.002  # least distance of a ball's centre from the rail
_STEEPEST = 50.0  # degrees off straight at which a side pocket is still open


class Redraw(Exception):
    """The numbers that were drawn give no sensible task: draw again."""


class Stage:
    """The table of a task while its template builds it."""

    def __init__(self) -> None:
        self.balls: dict[int, Point] = {}

    @property
    def table(self) -> NDArray[np.float64]:
        """Where the balls are: row i is ball i, NaN if it is not on the table."""
        places = np.full((BALLS, 2), np.nan)
        for number, place in self.balls.items():
            places[number] = place
        return places

    def ball(self, number: int, x: float, y: float) -> Point:
        """Put a ball on the table; draw again if it does not fit there."""
        place = (x, y)
        self.require(_FROM_RAIL <= x <= WIDTH - _FROM_RAIL)
        self.require(_FROM_RAIL <= y <= LENGTH - _FROM_RAIL)
        self.require(all(apart(place, other) > 2 * RADIUS + GAP for other in self.balls.values()))
        self.balls[number] = place
        return place

    def cue(self, x: float, y: float) -> Point:
        """Put the cue ball on the table."""
        return self.ball(CUE, x, y)

    def cue_behind(self, ball: Point, pocket: str, distance: float, cut: float = 0.0) -> Point:
        """Put the cue ball so that it must cut the ball by an angle in degrees to pot it."""
        spot = ghost(ball, POCKETS[pocket])
        back = math.radians(direction(POCKETS[pocket], ball) + cut)
        place = self.cue(spot[0] + distance * maths.cos(back), spot[1] + distance * maths.sin(back))
        self.require(abs(cut_angle(place, ball, POCKETS[pocket]) - abs(cut)) < 1.0)
        return place

    def beyond(self, ball: Point, target: Point, distance: float, aside: float = 0.0) -> Point:
        """Return the place `distance` behind a ball, seen from a target, and `aside` of it."""
        turn = math.radians(direction(target, ball))
        return (
            ball[0] + distance * maths.cos(turn) - aside * maths.sin(turn),
            ball[1] + distance * maths.sin(turn) + aside * maths.cos(turn),
        )

    def require(self, holds: bool) -> None:
        """Draw all numbers again unless this holds."""
        if not holds:
            raise Redraw

    def open(self, ball: Point, pocket: str) -> None:
        """Require that a ball can be sent to a pocket: not too flat into a side pocket."""
        if pocket in SIDE_POCKETS:
            x, y = POCKETS[pocket]
            off = math.degrees(maths.atan2(abs(y - ball[1]), abs(x - ball[0])))
            self.require(off <= _STEEPEST)

    def blocked(self, start: Point, end: Point, *others: int) -> bool:
        """Return whether one of the other balls stands between two places."""
        return any(_near_line(self.balls[other], start, end) < 2 * RADIUS for other in others)


def _near_line(place: Point, start: Point, end: Point) -> float:
    """Return the distance of a place from the line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = ((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return apart(place, (start[0] + share * dx, start[1] + share * dy))
