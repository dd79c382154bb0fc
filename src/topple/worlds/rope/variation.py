"""Variations of a layout: mirrored, shifted, and with every item moved a little."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from topple.sim import maths
from topple.tasks.draw import Draw
from topple.worlds.rope.level import SIZE, Candy, Level, Pin, Pulley, Rope
from topple.worlds.rope.order import in_reading_order, place

OFFSET = 2  # units, in x and in y, of every item
SHIFT = 4  # units, of the whole scene
EDGE = 2.0  # which items keep from the edge of the board
MOST_STRETCH = 1.004  # largest stretch of cords at rest; levels may have 1.005
_PHASE = 0.5  # seconds, of gates

KINDS = (
    *("candies", "pins", "active_pins", "pulleys", "bubbles", "cushions"),
    *("stars", "spikes", "gates", "hats", "pads"),
)
Move = Callable[[float, float], tuple[float, float]]


def mirrored(level: Level) -> Level:
    """Return the level with left and right exchanged."""

    def mirror(item: Any) -> Any:
        turned = _move(item, lambda x, y: (SIZE - x, y))
        flips = {name: -getattr(item, name) for name in ("dx", "nx") if hasattr(item, name)}
        return replace(turned, **flips)

    return in_reading_order(_with_items(level, lambda kind, number, item: mirror(item)))


def varied(level: Level, draw: Draw) -> Level:
    """Move every item by whole units, shift the scene, and mirror half of the levels."""
    whole = range(-OFFSET, OFFSET + 1)

    def offset(kind: str, number: int, item: Any) -> Any:
        dx, dy = draw.pick(f"{kind}_{number}_x", whole), draw.pick(f"{kind}_{number}_y", whole)
        moved = _move(item, lambda x, y: (x + dx, y + dy))
        if kind == "gates":
            later = draw.pick(f"{kind}_{number}_phase", (0.0, _PHASE))
            return replace(moved, phase=moved.phase + later)
        return moved

    made = _with_held_bubbles(level, _with_items(level, offset))
    before = _reaches(level)
    made = _with_ropes(
        _shift(made, draw), lambda number, rope, reach: _fit(rope, before[number], reach)
    )
    made = settled(made)
    return mirrored(made) if draw.pick("mirrored", (False, True)) else in_reading_order(made)


def settled(level: Level) -> Level:
    """Return the level with its candies where they hang quietly."""
    places = level.native.settled()
    candies = tuple(Candy(round(x, 2), round(y, 2)) for x, y in places)
    made = _with_held_bubbles(level, replace(level, candies=candies))
    return _with_ropes(made, lambda number, rope, reach: _ease(rope, reach))


def _shift(level: Level, draw: Draw) -> Level:
    """Shift the scene; all items stay on the board."""
    corners = [corner for kind in KINDS for item in getattr(level, kind) for corner in _ends(item)]
    corners.append((level.mouth.x, level.mouth.y))
    by = []
    for axis, name in enumerate(("shift_x", "shift_y")):
        low = max(-SHIFT, math.ceil(EDGE - min(corner[axis] for corner in corners)))
        high = min(SHIFT, math.floor(SIZE - EDGE - max(corner[axis] for corner in corners)))
        by.append(draw.pick(name, range(low, high + 1)) if low < high else 0)
    return _with_items(
        level, lambda kind, number, item: _move(item, lambda x, y: (x + by[0], y + by[1]))
    )


def _with_items(level: Level, change: Callable[[str, int, Any], Any]) -> Level:
    """Return the level with every item changed, which is called with its kind and id."""
    items: dict[str, Any] = {
        kind: tuple(
            change(kind, number, item) for number, item in enumerate(getattr(level, kind), 1)
        )
        for kind in KINDS
    }
    return replace(level, mouth=change("mouth", 1, level.mouth), **items)


def _with_held_bubbles(before: Level, after: Level) -> Level:
    """Put bubbles that carried a candy at the start back round it."""
    starts = {(candy.x, candy.y): number for number, candy in enumerate(before.candies)}
    bubbles = [
        replace(moved, x=after.candies[held].x, y=after.candies[held].y)
        if (held := starts.get((bubble.x, bubble.y))) is not None
        else moved
        for bubble, moved in zip(before.bubbles, after.bubbles, strict=True)
    ]
    return replace(after, bubbles=tuple(bubbles))


def _with_ropes(level: Level, change: Callable[[int, Rope, float], Rope]) -> Level:
    """Return the level with every rope changed.

    `change` is called with the rope's number, the rope, and the distance of its candy.
    """
    numbers = count()

    def tied(holder: Pin | Pulley) -> tuple[Rope, ...]:
        return tuple(
            change(next(numbers), rope, _reach(holder, level.candies, rope))
            for rope in holder.ropes
        )

    return replace(
        level,
        pins=tuple(replace(pin, ropes=tied(pin)) for pin in level.pins),
        pulleys=tuple(replace(pulley, ropes=tied(pulley)) for pulley in level.pulleys),
    )


def _reaches(level: Level) -> list[float]:
    """Return the distance of every rope's candy from where the rope hangs."""
    holders = [holder for kind in level.holders for holder in kind]
    return [_reach(holder, level.candies, rope) for holder in holders for rope in holder.ropes]


def _fit(rope: Rope, old: float, new: float) -> Rope:
    """Restore to a cord the slack that it had, and an elastic rope the stretch."""
    if rope.stiffness:
        return replace(rope, length=round(rope.length * new / old, 1))
    return replace(rope, length=_up(new + max(0.0, rope.length - old)))


def _ease(rope: Rope, reach: float) -> Rope:
    """Lengthen a cord that elastic ropes stretch more than a level may have it."""
    tight = not rope.stiffness and reach > MOST_STRETCH * rope.length
    return replace(rope, length=_up(reach)) if tight else rope


def _up(length: float) -> float:
    """Round up to tenths: a cord that is too short by a little would fire the candy off."""
    return math.ceil(length * 10 - 1e-6) / 10


def _reach(holder: Pin | Pulley, candies: tuple[Candy, ...], rope: Rope) -> float:
    x, y = place(holder)
    candy = candies[rope.candy - 1]
    return maths.hypot(candy.x - x, candy.y - y)


def _ends(item: Any) -> list[tuple[float, float]]:
    return [(item.x1, item.y1), (item.x2, item.y2)] if hasattr(item, "x1") else [(item.x, item.y)]


def _move(item: Any, move: Move) -> Any:
    if hasattr(item, "x1"):
        (x1, y1), (x2, y2) = (move(x, y) for x, y in _ends(item))
        return replace(item, x1=x1, y1=y1, x2=x2, y2=y2)
    x, y = move(item.x, item.y)
    return replace(item, x=x, y=y)
