"""The rack: nine balls in a diamond, each moved a little, so that no two racks break alike."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from topple.sim import maths
from topple.tasks.draw import Draw
from topple.worlds.pool.table import CUE, LENGTH, NINE, RADIUS, WIDTH, Point

_SPACING = RADIUS * (1 + 1e-3)
_JITTER = RADIUS * 1e-3
_ROW = math.sqrt(3)
# In units of the spacing, from the apex towards the foot of the table.
_PLACES = (
    (0, 0),
    (-1, _ROW),
    (1, _ROW),
    (2, 2 * _ROW),
    (0, 2 * _ROW),
    (-2, 2 * _ROW),
    (-1, 3 * _ROW),
    (1, 3 * _ROW),
    (0, 4 * _ROW),
)
_MIDDLE = 4  # the place of the 9; the 1 is at the apex
_STORED = Path(__file__).with_name("racks.json")

Balls = tuple[tuple[int, float, float], ...]


@dataclass(frozen=True, slots=True)
class Rack:
    """A family of racks: where the apex is, and where the cue ball may start.

    Coordinates of the first racks are stored, because they, not the way in which they were drawn,
    define the tasks.
    """

    name: str
    apex: float  # share of the table's length
    cue_x: tuple[float, float]  # least and largest share of the width
    cue_y: float = 0.23

    def balls(self, index: int) -> Balls:
        """Return number, x and y of every ball of a rack."""
        stored = _load_stored().get(self.name, ())
        return stored[index] if index < len(stored) else self.draw(index)

    def draw(self, index: int) -> Balls:
        """Draw a rack by its index."""
        draw = Draw(f"pool/{self.name}", index)
        left = list(range(2, NINE))
        placed: dict[int, Point] = {}
        for number, (x, y) in enumerate(_PLACES):
            ball = {0: 1, _MIDDLE: NINE}.get(number) or draw.pick(f"ball at {number}", left)
            if ball in left:
                left.remove(ball)
            spot = (WIDTH / 2 + x * _SPACING, self.apex * LENGTH + y * _SPACING)
            placed[ball] = _move(spot, draw, f"place {number}")
        start = (draw("cue x", *self.cue_x) * WIDTH, self.cue_y * LENGTH)
        placed[CUE] = _move(start, draw, "cue")
        return tuple((ball, *placed[ball]) for ball in sorted(placed))


# DeepPHY's rack, with the cue ball always in the same place, and one whose cue ball is drawn too.
CLASSIC = Rack("classic rack", 0.77, (0.85, 0.85))
STRICT = Rack("strict rack", 0.75, (0.2, 0.8))


def _move(spot: Point, draw: Draw, name: str) -> Point:
    turn, far = draw(f"{name} turn", 0, 2 * math.pi), draw(f"{name} distance", 0, _JITTER)
    return spot[0] + far * maths.cos(turn), spot[1] + far * maths.sin(turn)


@cache
def _load_stored() -> dict[str, list[Balls]]:
    if not _STORED.exists():
        return {}
    racks = json.loads(_STORED.read_text())
    return {
        name: [tuple((i, x, y) for i, (x, y) in enumerate(rack)) for rack in rows]
        for name, rows in racks.items()
    }
