"""Variations of a layout: mirrored, shifted, and with every item moved a little."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from topple.tasks.draw import Draw
from topple.worlds.rope.level import SIZE, Candy, Level, Pin, Pulley, Rope
from topple.worlds.rope.order import in_reading_order, place

OFFSET = 2  # units, in x and in y, of every item
SHIFT = 4  # units, of the whole scene
EDGE = 2.0  # which items keep from the edge of the board
_PHASE = 0.5  # seconds, of gates

KINDS = (
    *("candies", "pins", "active_pins", "pulleys", "bubbles", "cushions"),
    *("stars", "spikes", "gates", "hats", "pads"),
)
Move = Callable[[float, float], tuple[float, float]]


def mirrored(level: Level) -> Level:
    """Return the level with left and right exchanged."""

    def mirror(item: Any) -> Any:
        turned = _moved(item, lambda x, y: (SIZE - x, y))
        flips = {name: -getattr(item, name) for name in ("dx", "nx") if hasattr(item, name)}
        return replace(turned, **flips)

    return in_reading_order(_with_items(level, lambda kind, number, item: mirror(item)))


def varied(level: Level, draw: Draw) -> Level:
    """Move every item by whole units, shift the scene, and mirror half of the levels."""
    whole = range(-OFFSET, OFFSET + 1)

    def offset(kind: str, number: int, item: Any) -> Any:
        dx, dy = draw.pick(f"{kind}_{number}_x", whole), draw.pick(f"{kind}_{number}_y", whole)
        moved = _moved(item, lambda x, y: (x + dx, y + dy))
        if kind == "gates":
            later = draw.pick(f"{kind}_{number}_phase", (0.0, _PHASE))
            return replace(moved, phase=moved.phase + later)
        return moved

    made = _with_held_bubbles(level, _with_items(level, offset))
    made = _with_ropes(level, _shifted(made, draw))
    return mirrored(made) if draw.pick("mirrored", (False, True)) else in_reading_order(made)


def _shifted(level: Level, draw: Draw) -> Level:
    """Shift the scene as far as all items stay on the board."""
    corners = [corner for kind in KINDS for item in getattr(level, kind) for corner in _ends(item)]
    corners.append((level.mouth.x, level.mouth.y))
    by = []
    for axis, name in enumerate(("shift_x", "shift_y")):
        low = max(-SHIFT, math.ceil(EDGE - min(corner[axis] for corner in corners)))
        high = min(SHIFT, math.floor(SIZE - EDGE - max(corner[axis] for corner in corners)))
        by.append(draw.pick(name, range(low, high + 1)) if low < high else 0)
    return _with_items(
        level, lambda kind, number, item: _moved(item, lambda x, y: (x + by[0], y + by[1]))
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


def _with_ropes(before: Level, after: Level) -> Level:
    """Give cords the slack that they had, and elastic ropes the stretch."""

    def tied(old: Pin | Pulley, new: Pin | Pulley) -> tuple[Rope, ...]:
        return tuple(
            _fitted(rope, _reach(old, before.candies, rope), _reach(new, after.candies, rope))
            for rope in old.ropes
        )

    return replace(
        after,
        pins=tuple(
            replace(n, ropes=tied(o, n)) for o, n in zip(before.pins, after.pins, strict=True)
        ),
        pulleys=tuple(
            replace(n, ropes=tied(o, n)) for o, n in zip(before.pulleys, after.pulleys, strict=True)
        ),
    )


def _fitted(rope: Rope, old: float, new: float) -> Rope:
    if rope.stiffness:
        return replace(rope, length=round(rope.length * new / old, 1))
    # Rounded up: a cord that is too short by a little would fire the candy off.
    return replace(rope, length=math.ceil((new + max(0.0, rope.length - old)) * 10 - 1e-6) / 10)


def _reach(holder: Pin | Pulley, candies: tuple[Candy, ...], rope: Rope) -> float:
    x, y = place(holder)
    candy = candies[rope.candy - 1]
    return math.hypot(candy.x - x, candy.y - y)


def _ends(item: Any) -> list[tuple[float, float]]:
    return [(item.x1, item.y1), (item.x2, item.y2)] if hasattr(item, "x1") else [(item.x, item.y)]


def _moved(item: Any, move: Move) -> Any:
    if hasattr(item, "x1"):
        (x1, y1), (x2, y2) = (move(x, y) for x, y in _ends(item))
        return replace(item, x1=x1, y1=y1, x2=x2, y2=y2)
    x, y = move(item.x, item.y)
    return replace(item, x=x, y=y)
