"""What the annotated view adds: labels, jets of air, and the clocks of spark gates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

from topple.draw.figures import Figure, fill
from topple.sim import maths
from topple.worlds.rope.frame import HERE, Frame
from topple.worlds.rope.level import Gate, Level
from topple.worlds.rope.look import colours, labels
from topple.worlds.rope.look.drawn import Drawn
from topple.worlds.rope.look.gadgets import HALF_WIDTH, REACH
from topple.worlds.rope.look.shapes import dashed, disc, sector
from topple.worlds.rope.order import place

HOURS = 24  # drawings of a clock
_CLOCK = 2.6  # radius


def figures(level: Level) -> Mapping[str, Figure]:
    """Draw every annotation of a level, by name."""
    named = {f"label {text}": labels.label(text) for text in map(labels.words, labels.items(level))}
    if level.pulleys:
        named |= {f"label {end}": labels.label(end) for end in ("0", "1")}
    if level.cushions:
        named["jet"] = _jet()
    if level.gates:
        for hour in range(HOURS + 1):
            named[f"lit {hour}"] = _clock(hour, lit=True)
            named[f"dark {hour}"] = _clock(hour, lit=False)
    return named


def everything(level: Level, frame: Frame) -> Iterator[Drawn]:
    """Yield the annotations of a moment."""
    for i, cushion in enumerate(level.cushions, 1):
        angle = maths.atan2(cushion.dy, cushion.dx)
        yield Drawn(f"jet {i}", "jet", cushion.x, cushion.y, angle)
    for i, rail in enumerate(level.pulleys, 1):
        for end, (x, y) in enumerate(labels.rail_ends(rail)):
            yield Drawn(f"rail {i} {end}", f"label {end}", x, y)
    yield from clocks(level, frame)
    for kind, number in labels.items(level):
        if kind != "bubbles":
            x, y = labels.places(level)[kind, number]
            text = labels.words((kind, number))
            yield Drawn(f"label {text}", f"label {text}", x, y)
    yield from bubbles(level, frame)


def bubbles(level: Level, frame: Frame) -> Iterator[Drawn]:
    """Yield the labels of the bubbles that are there; one that carries a candy moves with it."""
    at = {i: place(level.bubbles[i - 1]) for i in frame.bubbles}
    at |= {c.bubble: (c.x, c.y) for c in frame.candies if c.bubble and c.presence == HERE}
    for i, (x, y) in sorted(at.items()):
        text = labels.words(("bubbles", i))
        first, label = level.bubbles[i - 1], labels.places(level)["bubbles", i]
        yield Drawn(
            f"label {text}", f"label {text}", x + label[0] - first.x, y + label[1] - first.y
        )


def clocks(level: Level, frame: Frame) -> Iterator[Drawn]:
    """Yield how much is left of every gate's present state."""
    for i, gate in enumerate(level.gates, 1):
        lit, left = _left(gate, frame.seconds)
        figure = f"{'lit' if lit else 'dark'} {math.ceil(left * HOURS)}"
        yield Drawn(f"clock {i}", figure, (gate.x1 + gate.x2) / 2, (gate.y1 + gate.y2) / 2)


def _left(gate: Gate, seconds: float) -> tuple[bool, float]:
    """Return whether a gate is lit, and the share of that state which is left."""
    passed = (seconds + gate.phase) % (gate.on + gate.off)
    if passed < gate.on:
        return True, 1 - passed / gate.on
    return False, (gate.on + gate.off - passed) / gate.off


def _jet() -> Figure:
    """Draw the outline of the air that a tap moves, to the right of the origin."""
    box = ((0.0, HALF_WIDTH), (REACH, HALF_WIDTH), (REACH, -HALF_WIDTH), (0.0, -HALF_WIDTH))
    sides = [ring for a, b in pairwise(box) for ring in dashed(a, b, 1.2, 0.35)]
    return (
        fill(colours.AIR, list(box), opacity=0.1),
        *(fill(colours.AIR, ring, opacity=0.9) for ring in sides),
    )


def _clock(hour: int, *, lit: bool) -> Figure:
    """Draw a ring that shows how many of its parts are left."""
    ink = colours.SPARK_EDGE if lit else colours.STEEL
    whole = fill(colours.SHINE, disc(_CLOCK))
    rim = fill(ink, disc(_CLOCK + 0.3), disc(_CLOCK))
    middle = [fill(ink, disc(0.6))] if lit else []
    if hour == 0:
        return (whole, rim, *middle)
    left = fill(ink, sector(_CLOCK - 0.2, 1.0, 90, 90 + 360 * hour / HOURS))
    return (whole, rim, left, *middle)
