"""Labels with the kind and id of every item that a call may name, and where they go."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from topple.draw import lettering
from topple.draw.figures import Figure, Point, Ring, fill, oval
from topple.sim import maths
from topple.worlds.rope.calls import ITEMS
from topple.worlds.rope.frame import RopeState
from topple.worlds.rope.level import Gate, Level, Pad, Pin, Pulley, Spikes
from topple.worlds.rope.look import colours, ropes
from topple.worlds.rope.look.furniture import WINDOW
from topple.worlds.rope.look.shapes import capsule
from topple.worlds.rope.names import NAMES
from topple.worlds.rope.order import place

Item = tuple[str, int]  # a list of the level, and an id
Disc = tuple[float, float, float]  # a place that no label may cover: x, y, radius

KINDS = {kind: NAMES[kind] for kind in ITEMS.values()}
_LETTERS = 2.3  # height
_HIGH = 2.0  # half the height of a plate
_EDGE = 0.3
_DOT = 0.5
_BESIDE, _INWARDS = 5.0, 1.0  # units from the end of a rail to its label
_SIZES = {"bubbles": 5.5, "cushions": 4.4, "pulleys": 2.6, "stars": 3.7, "hats": 5.5}
_PIN = 2.2
_SPACE = 0.4  # between a label and anything else
_ROUNDS, _DIRECTIONS, _FARTHER = 6, 16, 2.0


def items(level: Level) -> list[Item]:
    """Return every item that a call may name."""
    return [(kind, i) for kind in KINDS for i in range(1, len(getattr(level, kind)) + 1)]


def words(item: Item) -> str:
    """Return what a label says."""
    kind, number = item
    return f"{KINDS[kind]} {number}"


def label(text: str) -> Figure:
    """Draw a text on a plate around the origin."""
    rings, width = lettering.outlines(text, _LETTERS)
    shift, drop = -width / 2, -_LETTERS / 2
    letters = [[(x + shift, y + drop) for x, y in _draw_stroke(ring)] for ring in rings]
    ends = (-width / 2, 0.0), (width / 2, 0.0)
    return (
        fill(colours.LABEL, capsule(*ends, _HIGH)),
        fill(colours.SHINE, capsule(*ends, _HIGH - _EDGE)),
        *(fill(colours.LABEL, ring) for ring in letters),
    )


def rail_ends(rail: Pulley) -> tuple[Point, Point]:
    """Return where the labels 0 and 1 of a rail go: above its ends, or to the left of a mast."""
    upright = abs(rail.x2 - rail.x1) < abs(rail.y2 - rail.y1)
    dx, dy = (-_BESIDE, 0.0) if upright else (0.0, _BESIDE)
    # Labels stand a little inwards, so that those of neighbouring rails do not touch.
    inwards = _INWARDS / maths.dist((rail.x1, rail.y1), (rail.x2, rail.y2))
    u, v = inwards * (rail.x2 - rail.x1), inwards * (rail.y2 - rail.y1)
    return (rail.x1 + u + dx, rail.y1 + v + dy), (rail.x2 - u + dx, rail.y2 - v + dy)


def _draw_stroke(ring: Ring) -> Ring:
    """Return a stroke of a letter; one without a length, as over an i, becomes a dot."""
    (x, y), *others = ring
    return oval(x, y, _DOT, _DOT) if all(each == (x, y) for each in others) else ring


@lru_cache(maxsize=64)
def places(level: Level) -> dict[Item, Point]:
    """Return where every label goes: next to its item, over nothing that is there."""
    objects = list(_objects(level))
    taken: dict[Item, Point] = {}
    for item in items(level):
        half = _half_width(item)
        best, most = None, -math.inf
        for at in _around(level, item, half):
            others = [(x, y, _half_width(other)) for other, (x, y) in taken.items()]
            room = min(_room(at, half, objects), _apart(at, half, others), _inside(at, half))
            if room > most:
                best, most = at, room
            if room >= _SPACE:
                break
        assert best is not None, "there are always places around an item"
        taken[item] = best
    return taken


def _half_width(item: Item) -> float:
    return lettering.outlines(words(item), _LETTERS)[1] / 2 + _HIGH


def _around(level: Level, item: Item, half: float) -> Iterator[Point]:
    """Yield places around an item, the nearest first; below and above come before the sides."""
    kind, number = item
    x, y = place(getattr(level, kind)[number - 1])
    size = _SIZES.get(kind, _PIN)
    order = sorted(range(_DIRECTIONS), key=lambda i: (i * 4 % _DIRECTIONS != 0, i))
    for step in range(_ROUNDS):
        far = size + _SPACE + 0.2 + step * _FARTHER
        for i in order:
            turn = 2 * math.pi * i / _DIRECTIONS - math.pi / 2
            across, up = maths.cos(turn), maths.sin(turn)
            yield x + across * (far + half), y + up * (far + _HIGH)


def _objects(level: Level) -> Iterator[Disc]:
    """Yield discs that cover everything that a picture of the start shows."""
    yield level.mouth.x, level.mouth.y, 8.5
    for candy in level.candies:
        yield candy.x, candy.y, 4.5
    for kind in ("pins", "active_pins", "pulleys", "bubbles", "cushions", "stars", "hats"):
        for item in getattr(level, kind):
            yield *place(item), _SIZES.get(kind, _PIN)
    for hat in level.hats:
        yield hat.x - 4 * hat.nx, hat.y - 4 * hat.ny, 5.0
    for cushion in level.cushions:
        yield cushion.x - 3.5 * cushion.dx, cushion.y - 3.5 * cushion.dy, 4.4
    for rail in level.pulleys:
        yield from ((x, y, _HIGH + 0.9) for x, y in rail_ends(rail))
    yield from _segments(level)
    yield from _ropes(level)


def _segments(level: Level) -> Iterator[Disc]:
    """Yield discs along spikes, gates, pads and rails."""
    every: list[Spikes | Gate | Pad | Pulley] = [*level.spikes, *level.gates, *level.pads]
    for each in [*every, *level.pulleys]:
        count = max(1, round(maths.dist((each.x1, each.y1), (each.x2, each.y2)) / 2))
        for i in range(count + 1):
            share = i / count
            yield each.x1 + share * (each.x2 - each.x1), each.y1 + share * (each.y2 - each.y1), 2.3


def _ropes(level: Level) -> Iterator[Disc]:
    """Yield discs along the ropes as they hang at the start."""
    holders: list[Pin | Pulley] = [*level.pins, *level.pulleys]
    for holder in holders:
        for rope in holder.ropes:
            candy = level.candies[rope.candy - 1]
            hung = RopeState("", 0, *place(holder), rope.candy, rope.length, rope.stiffness, -1)
            yield from ((x, y, 0.7) for x, y in ropes.curve(hung, candy.x, candy.y).tolist())


def _room(at: Point, half: float, objects: list[Disc]) -> float:
    """Return the gap between a label and the nearest object; negative if they overlap."""
    gaps = []
    for x, y, radius in objects:
        across = max(abs(x - at[0]) - half, 0.0)
        gaps.append(maths.hypot(across, max(abs(y - at[1]) - _HIGH, 0.0)) - radius)
    return min(gaps)


def _apart(at: Point, half: float, others: list[tuple[float, float, float]]) -> float:
    """Return the gap between a label and the nearest other one."""
    gaps = [max(abs(x - at[0]) - half - wide, abs(y - at[1]) - 2 * _HIGH) for x, y, wide in others]
    return min(gaps, default=math.inf)


def _inside(at: Point, half: float) -> float:
    """Return the gap between a label and the edge of the picture."""
    left, bottom, width, height = WINDOW
    across = min(at[0] - half - left, left + width - at[0] - half)
    return min(across, at[1] - _HIGH - bottom, bottom + height - at[1] - _HIGH) - 1.5
