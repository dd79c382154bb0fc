"""The materials of blocks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BlockMaterial:
    """Friction, restitution and defence of a material."""

    number: int  # number of the material in the native rules
    friction: float
    restitution: float
    defence: float  # subtracted from the damage of every hit


MATERIALS = {
    "wood": BlockMaterial(0, 4.0, 0.0, 2.5),
    "stone": BlockMaterial(1, 4.0, 0.1, 15.0),
    "ice": BlockMaterial(2, 0.7, 0.2, 2.0),
}
