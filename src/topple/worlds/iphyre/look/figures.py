"""Figures of I-PHYRE: blocks, balls, ties and numbers, in the original's colours, y up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from topple.draw.figures import WHITE, Figure, Point, Rgb, Ring, fill, line, oval
from topple.draw.lettering import strokes
from topple.sim import maths
from topple.worlds.iphyre.level import BLOCK_RADIUS, Block

BACKGROUND: Rgb = WHITE
BORDER: Rgb = (203, 199, 190)
TIE_LENGTH = 100.0  # length at which links and springs are drawn before they are scaled
BADGE_RADIUS = 13.0

_KINDS: dict[str, Rgb] = {
    "eliminable": (164, 164, 164),
    "fixed": (0, 0, 0),
    "moving": (52, 152, 219),
}
_BALL: Rgb = (255, 0, 0)
_TIE: Rgb = (142, 68, 173)
_NUMBER: Rgb = (28, 62, 190)
_CORNERS = 48  # corners of a circle
_MARKS = 0.3  # opacity of the marks that show how a ball turns
_COILS, _SWING = 14, 6.0  # number and half width of a spring's coils
_TIE_WIDTH, _DOT = 3.0, 10.0
_DIGIT_UNIT, _DIGIT_WIDTH = 2.4, 2.6


def block(of: Block) -> Figure:
    """Draw a block around its centre."""
    x, y = (of.x2 - of.x1) / 2, (of.y1 - of.y2) / 2
    turn = maths.atan2(y, x)
    ring = [*_half(x, y, turn - math.pi / 2), *_half(-x, -y, turn + math.pi / 2)]
    return (fill(_KINDS[of.kind], ring),)


def ball(radius: float) -> Figure:
    """Draw a ball with two light quarters, so that one can see it turn."""
    rim = oval(0, 0, 2 * radius, 2 * radius, _CORNERS)
    quarter = _CORNERS // 4
    wedges = [[(0.0, 0.0), *rim[i : i + quarter + 1]] for i in (0, 2 * quarter)]
    return fill(_BALL, rim), fill(WHITE, *wedges, opacity=_MARKS)


def link() -> Figure:
    """Draw a rod to the right."""
    return (fill(_TIE, line((0, 0), (TIE_LENGTH, 0), _TIE_WIDTH)),)


def spring() -> Figure:
    """Draw a zigzag to the right, straight at both ends."""
    first, last = 0.2 * TIE_LENGTH, 0.8 * TIE_LENGTH
    turns = [
        (first + (last - first) * i / _COILS, _SWING * (0 if i in (0, _COILS) else (-1) ** i))
        for i in range(_COILS + 1)
    ]
    return (fill(_TIE, _ribbon([(0.0, 0.0), *turns, (TIE_LENGTH, 0.0)], _TIE_WIDTH)),)


def dot() -> Figure:
    """Draw the end of a link or spring."""
    return (fill(_TIE, oval(0, 0, _DOT, _DOT)),)


def badge(number: int) -> Figure:
    """Draw the number of a block, white on a disc."""
    disc = fill(_NUMBER, oval(0, 0, 2 * BADGE_RADIUS, 2 * BADGE_RADIUS, _CORNERS))
    lines = [(_place(start), _place(end)) for start, end in strokes(str(number))]
    ends = [oval(x, y, _DIGIT_WIDTH, _DIGIT_WIDTH, 8) for each in lines for x, y in each]
    bars = [line(start, end, _DIGIT_WIDTH) for start, end in lines]
    return disc, *(fill(WHITE, ring) for ring in (*bars, *ends))


def _place(point: Point) -> Point:
    """Put a point of a digit, 4 wide and 6 high, on the badge."""
    return (point[0] - 2) * _DIGIT_UNIT, (point[1] - 3) * _DIGIT_UNIT


def _half(x: float, y: float, first: float) -> list[Point]:
    """Return half a circle of a block's radius around one of its ends."""
    turns = [first + math.pi * i / (_CORNERS // 2) for i in range(_CORNERS // 2 + 1)]
    return [(x + BLOCK_RADIUS * maths.cos(t), y + BLOCK_RADIUS * maths.sin(t)) for t in turns]


def _ribbon(points: Sequence[Point], width: float) -> Ring:
    """Return a line through points as one polygon, `width` high everywhere."""
    above = [(x, y + width / 2) for x, y in points]
    below = [(x, y - width / 2) for x, y in points]
    return [*above, *reversed(below)]
