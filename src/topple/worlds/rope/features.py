"""What learners observe: a moment of a game as one vector of fixed length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.worlds.rope.frame import HERE, Frame
from topple.worlds.rope.level import SIZE, Level

SPEED = 100.0  # units per second that count as 1
LONGEST = 10.0  # seconds that count as 1
FARTHEST = 2.0  # where numbers are cut off
# Kinds of items: how many fit, and how many numbers each has, the first being 1 if it is there.
_SLOTS = {
    "candies": (2, 6),
    "pins": (8, 6),
    "active_pins": (8, 6),
    "pulleys": (4, 9),
    "bubbles": (8, 3),
    "cushions": (8, 5),
    "stars": (8, 4),
    "spikes": (16, 5),
    "gates": (8, 7),
    "hats": (8, 6),
    "pads": (8, 5),
}
LENGTH = 2 + sum(count * width for count, width in _SLOTS.values())

Row = Sequence[float]


def vector(level: Level, frame: Frame) -> NDArray[np.float32]:
    """Return a moment as numbers: the mouth, then the items of every kind in slots."""
    rows: dict[str, Sequence[Row]] = {
        "candies": [
            (c.presence == HERE, c.x / SIZE, c.y / SIZE, c.vx / SPEED, c.vy / SPEED, c.bubble > 0)
            for c in frame.candies
        ],
        "pins": [
            (1, p.x / SIZE, p.y / SIZE, *_find_held(frame, "pin", i), _length(frame, "pin", i))
            for i, p in enumerate(level.pins, 1)
        ],
        "active_pins": [
            (1, p.x / SIZE, p.y / SIZE, p.radius / SIZE, i in frame.armed, _any(frame, i))
            for i, p in enumerate(level.active_pins, 1)
        ],
        "pulleys": [
            (1, *_ends(p), x / SIZE, y / SIZE, *_find_held(frame, "pulley", i))
            for i, (p, (x, y)) in enumerate(zip(level.pulleys, frame.pulleys, strict=True), 1)
        ],
        "bubbles": [
            (i in frame.bubbles, b.x / SIZE, b.y / SIZE) for i, b in enumerate(level.bubbles, 1)
        ],
        "cushions": [(1, c.x / SIZE, c.y / SIZE, c.dx, c.dy) for c in level.cushions],
        "stars": [
            (i in frame.stars, s.x / SIZE, s.y / SIZE, _left(s.expires, frame.seconds))
            for i, s in enumerate(level.stars, 1)
        ],
        "spikes": [(1, *_ends(s)) for s in level.spikes],
        "gates": [
            (1, *_ends(g), g.lit(frame.seconds), _next_change(g.on, g.off, g.phase, frame.seconds))
            for g in level.gates
        ],
        "hats": [(1, h.x / SIZE, h.y / SIZE, h.nx, h.ny, h.pair) for h in level.hats],
        "pads": [(1, *_ends(p)) for p in level.pads],
    }
    seen = np.zeros(LENGTH)
    seen[:2], at = (level.mouth.x / SIZE, level.mouth.y / SIZE), 2
    for kind, (count, width) in _SLOTS.items():
        if shown := [number for row in rows[kind][:count] for number in row]:
            seen[at : at + len(shown)] = shown
        at += count * width
    return seen.clip(-FARTHEST, FARTHEST).astype(np.float32)


def _ends(item: object) -> list[float]:
    return [getattr(item, name) / SIZE for name in ("x1", "y1", "x2", "y2")]


def _find_held(frame: Frame, kind: str, id: int) -> tuple[bool, bool]:
    """Return which of two candies hang on a holder."""
    held = {rope.candy for rope in frame.ropes if (rope.kind, rope.id) == (kind, id)}
    return 1 in held, 2 in held


def _length(frame: Frame, kind: str, id: int) -> float:
    ropes = (rope for rope in frame.ropes if (rope.kind, rope.id) == (kind, id))
    return max((rope.length for rope in ropes), default=0.0) / SIZE


def _any(frame: Frame, id: int) -> bool:
    return any(_find_held(frame, "active_pin", id))


def _left(expires: float, seconds: float) -> float:
    return (expires - seconds) / LONGEST if expires else 1.0


def _next_change(on: float, off: float, phase: float, seconds: float) -> float:
    """Return the time until a gate changes."""
    now = (seconds + phase) % (on + off)
    return ((on if now < on else on + off) - now) / LONGEST
