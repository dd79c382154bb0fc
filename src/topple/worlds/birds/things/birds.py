"""The five birds and their powers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

ANGULAR_DAMPING = 2.0  # damping of all bodies under the reduced gravity


@dataclass(frozen=True, slots=True)
class Blast:
    """An explosion; damage and impulse fall off linearly to nothing at the radius."""

    radius: float
    impulse: float
    damage: float


class Power(IntEnum):
    """The effect of a tap, numbered as in the native rules."""

    NONE = 0
    BOOST = 1
    SPLIT = 2
    EGG = 3
    EXPLODE = 4


@dataclass(frozen=True, slots=True)
class BirdKind:
    """A bird: a disc at `offset` from the point where it is held."""

    radius: float
    offset: tuple[float, float]
    density: float
    mass: float
    friction: float
    restitution: float
    factors: tuple[float, float, float]  # factors of damage to wood, stone, ice
    drawn: tuple[float, float]  # width and height
    power: Power = Power.NONE
    impulse: float = 0.0  # boost along the flight; for an egg's release, upwards
    blast: Blast = Blast(1.0, 0.0, 0.0)


BIRDS = {
    "BirdRed": BirdKind(0.17, (0.05, -0.03), 6.0, 0.545, 0.3, 0.43, (1.0, 1.0, 1.0), (0.45, 0.44)),
    "BirdYellow": BirdKind(
        0.16,
        (0.03, -0.06),
        6.0,
        0.483,
        0.4,
        0.16,
        (2.4, 1.0, 1.2),
        (0.56, 0.53),
        Power.BOOST,
        impulse=4.0,
    ),
    "BirdBlue": BirdKind(
        0.18,
        (0.03, -0.015),
        4.5,
        0.458,
        0.3,
        0.25,
        (1.0, 1.0, 4.0),
        (0.45, 0.44),
        Power.SPLIT,
    ),
    "BirdBlack": BirdKind(
        0.20,
        (0.03, -0.15),
        6.0,
        0.754,
        0.3,
        0.03,
        (1.0, 2.5, 1.0),
        (0.64, 0.86),
        Power.EXPLODE,
        blast=Blast(3.0, 4.0, 20.0),
    ),
    "BirdWhite": BirdKind(
        0.26,
        (0.09, -0.16),
        4.0,
        0.849,
        0.3,
        0.23,
        (0.8, 1.0, 0.8),
        (0.80, 0.94),
        Power.EGG,
        impulse=10.0,
    ),
}
