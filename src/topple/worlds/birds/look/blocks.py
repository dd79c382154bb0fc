"""How blocks look: a rim, the pattern of their material, and cracks that show damage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from topple.draw.figures import (
    BLACK,
    WHITE,
    Figure,
    Point,
    Rgb,
    Ring,
    Stroke,
    chords,
    fill,
    line,
    oval,
    shade,
)
from topple.sim.shapes import grow
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.outlines import box

# Boxes are drawn a little larger than they are, other shapes in their true size.
_BOXES = {
    "RectFat": (0.85, 0.43),
    "SquareSmall": (0.43, 0.43),
    "SquareTiny": (0.22, 0.21),
    "RectTiny": (0.43, 0.22),
    "RectSmall": (0.85, 0.22),
    "RectMedium": (1.68, 0.22),
    "RectBig": (2.06, 0.22),
}
_HOLE = 0.44  # side of the hole in a SquareHole
_TRIANGLE_HOLE = 0.34  # size of the hole as a share of the block's, by its area

_RIM = 0.045
_GRAIN = 0.04
_CRACK = 0.05
_KINKS = ((0.05, 0.0), (-0.03, 0.36), (0.05, 0.58), (-0.04, 1.0))  # sideways, upwards
_CRACKS_AT = (0.04, -0.3, 0.3)  # shares of the width
_DARKER = 0.06  # loss of brightness per look of damage


@dataclass(frozen=True, slots=True)
class _Paint:
    rim: Rgb
    body: Rgb
    mark: Rgb


# Large areas have colours from the middle of an 8-bit colour's range, so that small changes of
# brightness do not change their 8-bit colour.
_PAINTS = {
    "wood": _Paint((112, 72, 26), (216, 150, 84), (180, 116, 50)),
    "stone": _Paint((80, 80, 90), (170, 172, 172), (118, 118, 112)),
    "ice": _Paint((44, 112, 176), (140, 208, 244), WHITE),
}


def block(shape: str, material: str, look: int) -> Figure:
    """Draw a block around its centre."""
    paint = _PAINTS[material]
    outer, holes = _rings(shape)
    within = [grow(outer, -_RIM), *(grow(hole, _RIM) for hole in holes)]
    body = shade(paint.body, _DARKER * (look - 1))
    strokes = [fill(paint.rim, outer, *holes), fill(body, *within)]
    strokes += _MARKS[material](within, paint.mark)
    if shape.startswith("Circle"):
        strokes += _spoke(outer, paint.rim)
    width = max(x for x, _ in outer) - min(x for x, _ in outer)
    for i, at in enumerate(_CRACKS_AT[: look - 1]):
        strokes += _crack(within, at * width, 1 - 2 * (i % 2))
    return tuple(strokes)


def _rings(shape: str) -> tuple[Ring, list[Ring]]:
    if shape in _BOXES:
        return box(*_BOXES[shape]), []
    outer = BLOCKS[shape].outline
    if shape == "SquareHole":
        return outer, [box(_HOLE, _HOLE)]
    if shape == "TriangleHole":
        middle = sum(y for _, y in outer) / 3
        hole = [(x * _TRIANGLE_HOLE, middle + (y - middle) * _TRIANGLE_HOLE) for x, y in outer]
        return outer, [hole]
    return outer, []


def _grain(within: Sequence[Ring], ink: Rgb) -> Iterator[Stroke]:
    """Draw the grain of wood: lines along it."""
    low, high = min(y for _, y in within[0]), max(y for _, y in within[0])
    count = max(1, round((high - low) / 0.17))
    for i in range(count):
        y = low + (high - low) * (i + 0.5) / count
        for left, right in chords(within, y, axis=1):
            if right - left > 3 * _GRAIN:
                yield fill(ink, line((left + _GRAIN, y), (right - _GRAIN, y), _GRAIN))


def _grit(within: Sequence[Ring], ink: Rgb) -> Iterator[Stroke]:
    """Draw the grains of stone: dots, every other one higher."""
    left, right = min(x for x, _ in within[0]), max(x for x, _ in within[0])
    count = max(1, round((right - left) / 0.2))
    for i in range(count):
        x = left + (right - left) * (i + 0.5) / count
        for low, high in chords(within, x):
            y = low + (high - low) * (0.68 if i % 2 else 0.32)
            size = min(0.09, (high - low) * 0.6)
            yield fill(ink, oval(x, y, size, size, 6))


def _gleam(within: Sequence[Ring], ink: Rgb) -> Iterator[Stroke]:
    """Draw the gleam of ice: slanting streaks."""
    left, right = min(x for x, _ in within[0]), max(x for x, _ in within[0])
    for at in _streaks(right - left):
        x = (left + right) / 2 + at
        for low, high in chords(within, x):
            reach = min((high - low) * 0.3, 0.14)
            middle = low + (high - low) * 0.55
            slant = min(reach, 0.07)
            start, end = (x - slant, middle - reach), (x + slant, middle + reach)
            yield fill(ink, line(start, end, 0.05), opacity=0.85)


def _streaks(width: float) -> list[float]:
    if width < 0.5:
        return [-width * 0.15]
    count = max(2, round(width / 0.4))
    return [width * ((i + 0.3) / count - 0.5) for i in range(count)]


_MARKS = {"wood": _grain, "stone": _grit, "ice": _gleam}


def _spoke(outer: Ring, ink: Rgb) -> list[Stroke]:
    """Draw a hub and one spoke, so that one can see it turn."""
    reach = max(x for x, _ in outer)
    hub = reach * 0.5
    return [
        fill(ink, line((0.0, 0.0), (reach - _RIM / 2, 0.0), max(0.07, reach * 0.22))),
        fill(ink, oval(0.0, 0.0, hub, hub, 12)),
    ]


def _crack(within: Sequence[Ring], x: float, side: int) -> Iterator[Stroke]:
    """Draw a crack from edge to edge, with two kinks."""
    for low, high in chords(within, x):
        way = [(x + side * kink, low + share * (high - low)) for kink, share in _KINKS]
        # Where the edge slants, the end of the crack could lie outside.
        way = [_keep_inside(within, point, (x, (low + high) / 2)) for point in way]
        for start, end in pairwise(way):
            yield fill(BLACK, line(start, end, _CRACK), opacity=0.8)


def _keep_inside(within: Sequence[Ring], point: Point, otherwise: Point) -> Point:
    """Move a point up or down until it lies inside; the nearest piece of its line wins."""
    x, y = point
    pieces = chords(within, x)
    if not pieces:
        return otherwise
    low, high = min(pieces, key=lambda piece: max(piece[0] - y, y - piece[1]))
    return x, min(max(y, low), high)
