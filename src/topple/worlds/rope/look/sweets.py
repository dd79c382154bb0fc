"""What is collected: candy, its halves, and stars."""

from __future__ import annotations

import math

from topple.draw.figures import Figure, Point, Ring, Stroke, fill
from topple.sim import maths
from topple.worlds.rope.look import colours
from topple.worlds.rope.look.shapes import arc, disc, sector, star

_RADIUS = 3.5
_HALF = 3.2  # radius of a half
_EDGE = 0.45
_ARMS, _TWIST = 5, 1.6  # arms of the swirl, and the radians by which each turns
_CUT = (0.0, 0.55, -0.4, 0.5, -0.45, 0.4, 0.0)  # outline of the broken edge of a half


def candy() -> Figure:
    """Draw a wrapped candy with a swirl."""
    return (*_wrapper(1), *_wrapper(-1), *_ball(_RADIUS))


def half(side: int) -> Figure:
    """Draw the left (-1) or right (1) half of a candy, around its centre."""
    shift = -side * _HALF / 2.5
    middle = 0.0 if side > 0 else 180.0

    def moved(ring: Ring) -> Ring:
        return [(x + shift, y) for x, y in ring]

    def cut(radius: float) -> Ring:
        heights = [radius * (1 - i / 3) for i in range(len(_CUT))]
        edge = list(zip(_CUT, heights, strict=True))
        rim = arc(radius, middle - 90, middle + 90)
        return moved([*rim, *(edge if side > 0 else reversed(edge))])

    wings = [fill(ink, *map(moved, rings), opacity=op) for rings, ink, op in _wrapper(side)]
    stripes = [moved(sector(radius, 0.4, middle - 62, middle + 62)) for radius in (2.2, 1.2)]
    return (
        *wings,
        fill(colours.CANDY_EDGE, cut(_HALF)),
        fill(colours.CANDY, cut(_HALF - _EDGE)),
        *(fill(colours.CREAM, ring) for ring in stripes),
    )


def prize() -> Figure:
    """Draw a star."""
    return (
        fill(colours.STAR_EDGE, star(3.7, 1.9)),
        fill(colours.STAR, star(3.0, 1.5)),
        fill(colours.CREAM, disc(0.5, -0.7, 0.8), opacity=0.9),
    )


def expiry() -> Figure:
    """Draw the disc behind a star that expires; it shrinks with the time that is left."""
    return (fill(colours.STAR_DISC, disc(5.2), opacity=0.6),)


def expiry_rim() -> Figure:
    """Draw the first size of that disc."""
    return (fill(colours.STAR_EDGE, disc(5.4), disc(5.1), opacity=0.8),)


def sparkle() -> Figure:
    """Draw the rays of a star that was just collected."""
    rays = [[_at(3.2, turn - 5), _at(6.2, turn), _at(3.2, turn + 5)] for turn in range(18, 378, 36)]
    return tuple(fill(colours.STAR, ray) for ray in rays)


def _ball(radius: float) -> list[Stroke]:
    inner = radius - _EDGE
    arms = [_arm(inner, 2 * math.pi * i / _ARMS) for i in range(_ARMS)]
    return [
        fill(colours.CANDY_EDGE, disc(radius)),
        fill(colours.CANDY, disc(inner)),
        *(fill(colours.CREAM, arm) for arm in arms),
        fill(colours.SHINE, disc(0.55, -1.2, 1.4), opacity=0.8),
    ]


def _arm(radius: float, first: float) -> Ring:
    """Return one arm of a swirl."""
    wide = 0.8 * math.pi / _ARMS

    def edge(turn: float) -> list[Point]:
        shares = [i / 8 for i in range(9)]
        return [_at(radius * s, math.degrees(turn + _TWIST * s)) for s in shares]

    rim = arc(radius, math.degrees(first + _TWIST), math.degrees(first + wide + _TWIST))
    return [*edge(first), *rim, *reversed(edge(first + wide))]


def _wrapper(side: int) -> list[Stroke]:
    """Draw one twisted end of the wrapper."""
    outer = [(2.6, 0.7), (5.6, 2.3), (5.0, 1.1), (5.9, 0.0), (5.0, -1.1), (5.6, -2.3), (2.6, -0.7)]
    inner = [(2.6, 0.3), (4.9, 1.5), (4.5, 0.8), (5.0, 0.0), (4.5, -0.8), (4.9, -1.5), (2.6, -0.3)]
    return [
        fill(colours.CANDY_EDGE, [(side * x, y) for x, y in outer]),
        fill(colours.WRAPPER, [(side * x, y) for x, y in inner]),
    ]


def _at(radius: float, degrees: float) -> Point:
    turn = math.radians(degrees)
    return radius * maths.cos(turn), radius * maths.sin(turn)
