"""How the table looks from above: wood, cushions, cloth, pockets, diamonds, and marks for goals."""

from __future__ import annotations

import math

from topple._native import pool as core
from topple.draw import lettering
from topple.draw.figures import Figure, Point, Rgb, Ring, Stroke, fill, line, oval
from topple.draw.look import Window
from topple.sim import maths
from topple.worlds.pool.look import colours
from topple.worlds.pool.table import LENGTH, POCKET_RADII, POCKETS, WIDTH

_WOOD = 0.152  # distance from the nose of a cushion to the outer edge of the frame
_MARGIN = 0.01
_NOSE = 0.007  # a lighter line along the cushions
_RIM = 0.011
_DIAMOND = 0.02
_DEEP = 0.0508  # depth of the cushions
CORNER = 0.091  # distance from a corner to the beginning of a rail
_TINT = 0.3  # opacity of an area in which a ball must stop
_SPOT = 0.03  # radius of a disc with a letter
_AIM = 0.008  # width of the line along which the stick points
_FINE = 48  # corners of a circle
_FRAME = _WOOD + _MARGIN

WINDOW = Window(-_FRAME, -_FRAME, WIDTH + 2 * _FRAME, LENGTH + 2 * _FRAME)
BACKGROUND: Rgb = (232, 228, 220)


def table() -> Figure:
    """Draw the empty table where it is."""
    out = _WOOD
    return (
        fill(colours.WOOD_DARK, _round_corners(-out, -out, WIDTH + out, LENGTH + out, 0.07)),
        fill(
            colours.WOOD,
            _round_corners(
                -out + 0.006, -out + 0.006, WIDTH + out - 0.006, LENGTH + out - 0.006, 0.065
            ),
        ),
        fill(
            colours.WOOD_LIGHT,
            _round_corners(-0.118, -0.118, WIDTH + 0.118, LENGTH + 0.118, 0.055),
            opacity=0.5,
        ),
        fill(
            colours.WOOD_DARK,
            _box(-_DEEP - 0.008, -_DEEP - 0.008, WIDTH + _DEEP + 0.008, LENGTH + _DEEP + 0.008),
        ),
        fill(colours.CLOTH, _box(-_DEEP, -_DEEP, WIDTH + _DEEP, LENGTH + _DEEP)),
        *_lines(),
        *_cushions(),
        *_pockets(),
        *(fill(colours.DIAMOND, _diamond(*place)) for place in _diamonds()),
        *_scale(),
    )


def disc() -> Figure:
    """Draw a disc of radius 1 in which a ball must stop."""
    ring = (oval(0, 0, 2, 2, _FINE), oval(0, 0, 1.86, 1.86, _FINE))
    return (
        fill(colours.MARK, oval(0, 0, 2, 2, _FINE), opacity=0.16),
        fill(colours.MARK, *ring, opacity=0.9),
    )


def ring() -> Figure:
    """Draw a ring of radius 1: around a pocket that is asked for, or the ball to be hit first."""
    return (fill(colours.MARK, oval(0, 0, 2, 2, _FINE), oval(0, 0, 1.74, 1.74, _FINE)),)


def zone() -> Figure:
    """Draw an area one metre square in which a ball must stop, to be stretched."""
    return (fill(colours.MARK, _box(0, 0, 1, 1), opacity=_TINT),)


def head_zone() -> Figure:
    """Draw the area along the head rail between two pockets, as far up as side rails begin."""
    right = WIDTH - CORNER
    edge = [(CORNER, 0.0), (right, 0.0), (WIDTH, CORNER), (0.0, CORNER)]
    return (fill(colours.MARK, edge, opacity=_TINT),)


def letter(text: str) -> Figure:
    """Draw a disc with a letter, which marks a spot."""
    unit = 0.0058
    strokes = [fill(colours.MARK, oval(0, 0, 2 * _SPOT, 2 * _SPOT, _FINE))]
    for start, end in lettering.strokes(text):
        a, b = (((x - 2) * unit, (y - 3) * unit) for x, y in (start, end))
        strokes.append(fill(colours.INK, line(a, b, 1.1 * unit)))
    return tuple(strokes)


def aim() -> Figure:
    """Draw a line of one metre, which shows where the stick points, to be stretched."""
    return (fill(colours.MARK, _box(0, -_AIM / 2, 1, _AIM / 2)),)


def _lines() -> list[Stroke]:
    """Draw the head string, and the spots of the rack and the cue ball."""
    string = [(0.0, LENGTH / 4 - 0.0015), (WIDTH, LENGTH / 4 - 0.0015)]
    string += [(WIDTH, LENGTH / 4 + 0.0015), (0.0, LENGTH / 4 + 0.0015)]
    spots = (LENGTH / 4, LENGTH / 2, 0.75 * LENGTH)
    return [
        fill(colours.CLOTH_LINE, string),
        *(fill(colours.CLOTH_LINE, oval(WIDTH / 2, y, 0.012, 0.012)) for y in spots),
    ]


def _cushions() -> list[Stroke]:
    """Fill the space between a rail's nose, its jaws and the wood."""
    lines = {number: ((x1, y1), (x2, y2)) for number, x1, y1, x2, y2, _ in core.rails()}
    strokes = []
    for rail, (one, other) in _ENDS.items():
        (a, b), first, last = lines[rail], lines[one], lines[other]
        whole = [first[0], first[1], a, b, last[1], last[0]]
        strokes.append(fill(colours.CUSHION, whole))
        strokes.append(fill(colours.CUSHION_NOSE, _band(a, b, _NOSE)))
    return strokes


# The jaws at the two ends of each rail.
_ENDS = {3: (2, 4), 6: (5, 7), 15: (16, 14), 12: (13, 11), 18: (1, 17), 9: (8, 10)}


def _pockets() -> list[Stroke]:
    strokes = []
    for name, (x, y) in POCKETS.items():
        wide = 2 * POCKET_RADII[name]
        strokes.append(
            fill(colours.POCKET_RIM, oval(x, y, wide + 2 * _RIM, wide + 2 * _RIM, _FINE))
        )
        strokes.append(fill(colours.POCKET, oval(x, y, wide, wide, _FINE)))
    return strokes


def _scale() -> list[Stroke]:
    """Draw a scale of twenty centimetres on the wood."""
    left, y, thin = 0.2, -_WOOD + 0.022, 0.003
    ends = [_box(x - thin / 2, y - 0.006, x + thin / 2, y + 0.006) for x in (left, left + 0.2)]
    bars = [_box(left, y - thin / 2, left + 0.2, y + thin / 2), *ends]
    return [fill(colours.DIAMOND, bar) for bar in (*bars, *_label("20 cm", left + 0.215, y))]


def _label(text: str, left: float, y: float) -> list[Ring]:
    unit = 0.0026
    rings = []
    for place, letter in enumerate(text):
        for start, end in lettering.strokes(letter):
            x = left + 6 * unit * place
            a, b = ((x + u * unit, y + (v - 3) * unit) for u, v in (start, end))
            rings.append(line(a, b, 1.1 * unit))
    return rings


def _diamonds() -> list[Point]:
    """Return the diamonds: eighths of the length, quarters of the width, none at a pocket."""
    out = (_WOOD + _DEEP) / 2 + 0.004
    along = [LENGTH * i / 8 for i in (1, 2, 3, 5, 6, 7)]
    across = [WIDTH * i / 4 for i in (1, 2, 3)]
    sides = [(x, y) for y in along for x in (-out, WIDTH + out)]
    return sides + [(x, y) for x in across for y in (-out, LENGTH + out)]


def _diamond(x: float, y: float) -> Ring:
    half = _DIAMOND / 2
    return [(x - half, y), (x, y - half), (x + half, y), (x, y + half)]


def _band(start: Point, end: Point, width: float) -> Ring:
    """Return a strip along a nose, outside of the playing area."""
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    flat = start[1] == end[1]
    out = -1.0 if (middle[1] if flat else middle[0]) < (0.1) else 1.0
    dx, dy = (0.0, out * width) if flat else (out * width, 0.0)
    return [start, end, (end[0] + dx, end[1] + dy), (start[0] + dx, start[1] + dy)]


def _box(left: float, bottom: float, right: float, top: float) -> Ring:
    return [(left, bottom), (right, bottom), (right, top), (left, top)]


def _round_corners(left: float, bottom: float, right: float, top: float, radius: float) -> Ring:
    corners = ((right, bottom, -90), (right, top, 0), (left, top, 90), (left, bottom, 180))
    ring = []
    for x, y, first in corners:
        cx = x - math.copysign(radius, x - (left + right) / 2)
        cy = y - math.copysign(radius, y - (bottom + top) / 2)
        for step in range(9):
            turn = math.radians(first + 90 * step / 8)
            ring.append((cx + radius * maths.cos(turn), cy + radius * maths.sin(turn)))
    return ring
