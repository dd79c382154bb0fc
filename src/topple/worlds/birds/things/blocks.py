"""The twelve shapes of blocks."""

from __future__ import annotations

from dataclasses import dataclass

from topple.worlds.birds.things.outlines import Outline, ball_with_base, box

SCORE = 500  # points per destroyed block
REMOVAL_TIME = 0.5  # seconds from death to removal


@dataclass(frozen=True, slots=True)
class BlockKind:
    """A shape; `hp` and `mass` by material."""

    outline: Outline
    hp: dict[str, float]
    mass: dict[str, float]
    colliders: int = 1
    lingers: bool = False  # still in the way between death and removal


def _kind(
    outline: Outline,
    hp: tuple[float, float, float],
    mass: tuple[float, float, float],
    colliders: int = 1,
    lingers: bool = False,
) -> BlockKind:
    names = ("wood", "stone", "ice")
    return BlockKind(
        outline,
        dict(zip(names, hp, strict=True)),
        dict(zip(names, mass, strict=True)),
        colliders,
        lingers,
    )


# The base lies below the rim, so that balls rest on gentle slopes; corners as published. The
# width is the one that gives the area of the table.
_CIRCLE = ball_with_base(0.7306, (-0.18, 0.16), -0.375, 24)
_CIRCLE_SMALL = ball_with_base(0.402, (-0.11, 0.10), -0.21, 15)

BLOCKS = {
    # The box fills the hole of the frame: one solid box of the frame's size, damaged twice per hit.
    "SquareHole": _kind(
        box(0.776, 0.772), (120, 160, 70), (1.279, 2.737, 0.842), colliders=2, lingers=True
    ),
    "RectFat": _kind(box(0.7636, 0.3772), (80, 140, 53), (0.432, 1.152, 0.216)),
    "SquareSmall": _kind(box(0.3772, 0.3772), (60, 100, 40), (0.213, 0.569, 0.107)),
    "SquareTiny": _kind(box(0.184, 0.184), (20, 30, 13), (0.051, 0.135, 0.025)),
    "RectTiny": _kind(box(0.3772, 0.184), (40, 60, 26), (0.104, 0.278, 0.052)),
    "RectSmall": _kind(box(0.7636, 0.184), (50, 80, 33), (0.211, 0.562, 0.105)),
    "RectMedium": _kind(box(1.5456, 0.184), (70, 120, 47), (0.427, 1.138, 0.213)),
    "RectBig": _kind(box(1.886, 0.184), (100, 140, 65), (0.521, 1.388, 0.260)),
    "Triangle": _kind(
        ((-0.375, -0.375), (0.375, -0.375), (-0.375, 0.375)),
        (80, 140, 53),
        (0.422, 1.125, 0.211),
    ),
    "TriangleHole": _kind(
        ((-0.393, -0.38), (0.393, -0.38), (0.0, 0.397)), (70, 140, 48), (0.404, 1.078, 0.202)
    ),
    # The mass of a ball is the same in every material.
    "Circle": _kind(_CIRCLE, (200, 600, 125), (0.428, 0.428, 0.428), lingers=True),
    "CircleSmall": _kind(_CIRCLE_SMALL, (150, 300, 100), (0.130, 0.130, 0.130), lingers=True),
}
