"""Distractors: blocks on the ground that have no part in the solution."""

from __future__ import annotations

from collections.abc import Sequence

from topple.sim import maths
from topple.tasks.draw import Draw
from topple.worlds.birds.level import Placed
from topple.worlds.birds.things.blocks import BLOCKS
from topple.worlds.birds.things.fixtures import GROUND_TOP
from topple.worlds.birds.things.materials import MATERIALS
from topple.worlds.birds.to_native import outline_of

COUNT = 3
_REACH = (-9.96, 9.397)
_GAP = 1.05
_LOW = -2.5  # things that reach below this occupy the ground
_TRIES = 100
_KINDS = (*BLOCKS, "Platform")

Span = tuple[float, float]


def with_distractors(things: Sequence[Placed], draw: Draw) -> list[Placed]:
    """Add blocks at random free positions on the ground; fewer where there is no room."""
    found = list(things)
    for number in range(COUNT):
        kind = draw.pick(f"distractor {number}", _KINDS)
        material = draw.pick(f"distractor {number} material", tuple(MATERIALS))
        spans = _low_spans(found)
        width, height = _size(kind)
        for trial in range(_TRIES):
            x = draw(f"distractor {number} x {trial}", *_REACH)
            if all(x + width / 2 + _GAP < a or x - width / 2 - _GAP > b for a, b in spans):
                found.append(_place(kind, material, x, GROUND_TOP + height / 2))
                break
    return found


def _place(kind: str, material: str, x: float, y: float) -> Placed:
    if kind == "Platform":
        return Placed("platform", kind, x, y)
    return Placed("block", kind, x, y, 0.0, material)


def _size(kind: str) -> tuple[float, float]:
    role = "platform" if kind == "Platform" else "block"
    corners = outline_of(_place(kind, "wood" if role == "block" else "", 0.0, 0.0))
    xs, ys = zip(*corners, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def _low_spans(things: Sequence[Placed]) -> list[Span]:
    return [(left, right) for left, right, bottom in map(_extent, things) if bottom < _LOW]


def _extent(thing: Placed) -> tuple[float, float, float]:
    """Return left, right and bottom."""
    c, s = maths.cos(thing.angle), maths.sin(thing.angle)
    corners = [(thing.x + c * x - s * y, thing.y + s * x + c * y) for x, y in outline_of(thing)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), max(xs), min(ys)
