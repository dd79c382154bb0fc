"""The three pigs."""

from __future__ import annotations

from dataclasses import dataclass

from topple.worlds.birds.things.outlines import Outline, round_with_base

FRICTION, RESTITUTION, DEFENCE = 0.7, 0.05, 1.0
SCORE = 5000
REMOVAL_TIME = 0.2  # seconds from death to removal
# The original has 31 corners and ears; without ears, this many corners keep the size.
_CORNERS = 16
_FEET = 0.08 / 0.464  # half the width of the flat base, as a share of the pig's width


@dataclass(frozen=True, slots=True)
class PigKind:
    """A pig, whose base is flat."""

    outline: Outline
    hp: float
    mass: float
    lingers: bool  # still in the way between death and removal


def _outline(width: float, height: float) -> Outline:
    feet = _FEET * width
    return round_with_base(width, height, (-feet, feet), -height / 2, _CORNERS)


PIGS = {
    "BasicSmall": PigKind(_outline(0.464, 0.449), 1.0, 0.302, lingers=False),
    "BasicMedium": PigKind(_outline(0.779, 0.756), 15.0, 0.431, lingers=True),
    "BasicBig": PigKind(_outline(0.991, 0.963), 80.0, 0.702, lingers=True),
}
