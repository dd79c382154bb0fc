"""What blocks are made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BlockMaterial:
    """How a material slides, bounces and withstands."""

    number: int  # as the native rules count materials
    friction: float
    restitution: float
    defence: float  # taken off the damage of every hit


MATERIALS = {
    "wood": BlockMaterial(0, 4.0, 0.0, 2.5),
    "stone": BlockMaterial(1, 4.0, 0.1, 15.0),
    "ice": BlockMaterial(2, 0.7, 0.2, 2.0),
}
