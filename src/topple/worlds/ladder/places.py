"""Places in the units of a world's symbols."""

from __future__ import annotations

from topple.draw.look import Window
from topple.worlds.ladder.items import Item, ladder_of, start
from topple.worlds.ladder.pictures import marks
from topple.worlds.ladder.rows import Kind
from topple.worlds.ladder.story import Point


def place_in_units(item: Item) -> str:
    """Return where the letters of an item are; if a place is asked for, the frame of the scene."""
    window, name = start(item).window, item.id.world
    if item.kind is Kind.POINT:
        return frame_in_units(name, window, "scene")
    placed = {each: _in_units(name, window, place) for each, place in marks(item).items()}
    return "\n".join(f"{letter} is at x = {x}, y = {y}." for letter, (x, y) in placed.items())


def frame_in_units(name: str, window: Window, what: str = "picture") -> str:
    """Return how far a picture reaches."""
    left, bottom = _in_units(name, window, (0, 0))
    right, top = _in_units(name, window, (100, 100))
    return (
        f"The {what} reaches from x = {left} at its left edge to {right} at its right edge, and "
        f"from y = {bottom} at its lower edge to {top} at its upper edge."
    )


def _in_units(name: str, window: Window, percent: Point) -> tuple[str, str]:
    """Write a place in per cent of the picture in the units of the world's symbols."""
    top = ladder_of(name).top
    x = window.left + window.width * percent[0] / 100
    y = window.bottom + window.height * percent[1] / 100
    return f"{x:.4g}", f"{y if top is None else top - y:.4g}"
