"""What a level is made of: the board, pins, rails, pads and dangers."""

from __future__ import annotations

import math

from topple.draw.figures import Figure, Point, Stroke, fill, line
from topple.draw.look import Window
from topple.sim import maths
from topple.worlds.rope.level import SIZE, Gate, Pad, Pulley, Spikes
from topple.worlds.rope.look import colours
from topple.worlds.rope.look.shapes import capsule, dashed, dashes, disc, hoop, ribbon

_MARGIN = 6.0
_GRID = 10
_TOOTH, _TEETH = 2.3, 2.6  # height of a tooth, and units per tooth
_DASH = 3.4  # units per dash of a circle
_BOLTS = 2  # drawings of a spark, shown in turn
_CHEVRON = 5.0  # units per mark of a pad

WINDOW = Window(-_MARGIN, -_MARGIN, SIZE + 2 * _MARGIN, SIZE + 2 * _MARGIN)
SPARKS = _BOLTS


def board() -> Figure:
    """Draw faint dots, ten units apart, where they are."""
    places = range(0, int(SIZE) + 1, _GRID)
    return tuple(fill(colours.DOT, disc(0.32, x, y)) for x in places for y in places)


def pin() -> Figure:
    """Draw a pin that holds ropes."""
    return (
        fill(colours.INK, disc(2.0)),
        fill(colours.PIN, disc(1.65)),
        fill(colours.PIN_LIGHT, disc(0.75)),
    )


def active_pin(armed: bool) -> Figure:
    """Draw a pin that throws a rope; it is pale once it has."""
    ink = colours.ACTIVE if armed else colours.PIN
    return (
        fill(colours.INK, disc(2.2)),
        fill(ink, disc(1.85)),
        fill(colours.PAPER, *hoop(1.3, 0.5)),
        fill(colours.PAPER, disc(0.35)),
    )


def circle(radius: float) -> Figure:
    """Draw the reach of an active pin."""
    count = max(12, round(2 * math.pi * radius / _DASH))
    return (
        fill(colours.ACTIVE, disc(radius), opacity=0.06),
        *(fill(colours.ACTIVE, ring, opacity=0.85) for ring in dashes(radius, count, 0.5)),
    )


def rail(of: Pulley) -> Figure:
    """Draw the rail of a pulley where it is, with a stop at each end."""
    a, b = (of.x1, of.y1), (of.x2, of.y2)
    return (
        fill(colours.INK, capsule(a, b, 1.0)),
        fill(colours.BRASS, capsule(a, b, 0.65)),
        *(fill(colours.INK, disc(1.35, *end)) for end in (a, b)),
    )


def pulley() -> Figure:
    """Draw the pin that slides on a rail."""
    spokes = [line((-1.7, 0), (1.7, 0), 0.45), line((0, -1.7), (0, 1.7), 0.45)]
    return (
        fill(colours.INK, disc(2.6)),
        fill(colours.BRASS, disc(2.2)),
        *(fill(colours.INK, ring) for ring in spokes),
        fill(colours.PIN_LIGHT, disc(0.8)),
    )


def spikes(of: Spikes) -> Figure:
    """Draw a bar with teeth on both sides, where it is."""
    a, b = (of.x1, of.y1), (of.x2, of.y2)
    (ux, uy), length = _along(a, b)
    count = max(1, round(length / _TEETH))
    wide = length / count

    def at(along: float, up: float) -> Point:
        return a[0] + along * ux - up * uy, a[1] + along * uy + up * ux

    teeth = [
        [at(i * wide, 0.0), at((i + 0.5) * wide, height), at((i + 1) * wide, 0.0)]
        for i in range(count)
        for height in (_TOOTH, -_TOOTH)
    ]
    return (
        *(fill(colours.STEEL, tooth) for tooth in teeth),
        fill(colours.STEEL, capsule(a, b, 0.95)),
        fill(colours.STEEL_LIGHT, capsule(a, b, 0.4)),
    )


def electrodes(of: Gate) -> Figure:
    """Draw the two ends of a spark gate, and a faint line between them, where they are."""
    a, b = (of.x1, of.y1), (of.x2, of.y2)
    return (
        *(fill(colours.STEEL, ring, opacity=0.45) for ring in dashed(a, b, 1.3, 0.4)),
        *(stroke for end in (a, b) for stroke in _knob(end)),
    )


def bolt(of: Gate, number: int) -> Figure:
    """Draw a spark between the ends of a gate."""
    a, b = (of.x1, of.y1), (of.x2, of.y2)
    (ux, uy), length = _along(a, b)
    count = max(3, round(length / 2.6))
    points = [a]
    for i in range(1, count):
        out = (1.5 if (i + number) % 2 else -1.5) * (0.7 + 0.3 * maths.sin(3.7 * i + number))
        along = length * i / count
        points.append((a[0] + along * ux - out * uy, a[1] + along * uy + out * ux))
    points.append(b)
    return (
        fill(colours.SPARK, capsule(a, b, 2.4), opacity=0.3),
        *(fill(colours.SPARK_EDGE, ring) for ring in ribbon(points, 1.15)),
        *(fill(colours.SPARK, ring) for ring in ribbon(points, 0.6)),
        *(stroke for end in (a, b) for stroke in _knob(end)),
    )


def pad(of: Pad) -> Figure:
    """Draw a bounce pad where it is: a springy bar with marks along it."""
    a, b = (of.x1, of.y1), (of.x2, of.y2)
    (ux, uy), length = _along(a, b)
    marks = []
    for i in range(1, max(2, round(length / _CHEVRON))):
        s = length * i / max(2, round(length / _CHEVRON))
        x, y = a[0] + s * ux, a[1] + s * uy
        marks.append(line((x + 0.8 * uy, y - 0.8 * ux), (x - 0.8 * uy, y + 0.8 * ux), 0.7))
    return (
        fill(colours.PAD_EDGE, capsule(a, b, 1.5)),
        fill(colours.PAD, capsule(a, b, 1.1)),
        *(fill(colours.CREAM, mark) for mark in marks),
        *(fill(colours.PAD_EDGE, disc(1.9, *end)) for end in (a, b)),
        *(fill(colours.CREAM, disc(0.8, *end)) for end in (a, b)),
    )


def _knob(at: Point) -> list[Stroke]:
    x, y = at
    return [
        fill(colours.INK, disc(1.9, x, y)),
        fill(colours.STEEL_LIGHT, disc(1.5, x, y)),
        fill(colours.SPARK, disc(0.7, x, y)),
    ]


def _along(a: Point, b: Point) -> tuple[Point, float]:
    """Return the direction from one point to another, and their distance."""
    length = maths.dist(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length), length
