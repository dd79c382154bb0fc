"""Goals of PHYRE tasks: a relation between two bodies, held for three seconds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from topple.sim.scene import Polygon


class Relation(IntEnum):
    """The relation of the first goal body to the second; the numbers are PHYRE's."""

    ABOVE = 1
    BELOW = 2
    LEFT_OF = 3
    RIGHT_OF = 4
    TOUCHING_BRIEFLY = 5
    TOUCHING = 6
    INSIDE = 7
    NOT_TOUCHING = 8
    NOT_INSIDE = 9


@dataclass(frozen=True, slots=True)
class Goal:
    """A relation between two bodies of the scene, by index; `region` is fixed to the second."""

    relation: Relation
    first: int
    second: int
    region: Polygon | None = None
