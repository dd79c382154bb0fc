"""The order of items, from which their ids follow: top to bottom, then left to right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from topple.worlds.rope.level import Level

ROW = 3.0  # items whose heights differ by no more are in one row
ORDERED = ("pins", "active_pins", "pulleys", "bubbles", "cushions", "stars", "hats")


def in_reading_order(level: Level) -> Level:
    """Return the level with its items in reading order."""
    ordered: dict[str, Any] = {kind: _sort(getattr(level, kind)) for kind in ORDERED}
    return replace(level, **ordered)


def place(item: Any) -> tuple[float, float]:
    """Return where an item is; a pulley is where it starts."""
    if hasattr(item, "position"):
        share = item.position
        return item.x1 + share * (item.x2 - item.x1), item.y1 + share * (item.y2 - item.y1)
    return item.x, item.y


def _sort(items: Sequence[Any]) -> tuple[Any, ...]:
    rows: list[list[Any]] = []
    for item in sorted(items, key=lambda each: -place(each)[1]):
        if rows and place(rows[-1][0])[1] - place(item)[1] <= ROW:
            rows[-1].append(item)
        else:
            rows.append([item])
    return tuple(item for row in rows for item in sorted(row, key=lambda each: place(each)[0]))
