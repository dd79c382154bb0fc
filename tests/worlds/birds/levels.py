"""Small levels, a level file, and where a bird is when nothing is in its way."""

from __future__ import annotations

import math

from topple.worlds.birds import Level, Placed
from topple.worlds.birds.rules import GRAVITY, GRAVITY_SCALE, Rules
from topple.worlds.birds.things.birds import BIRDS

FALL = GRAVITY * GRAVITY_SCALE
RED = ("BirdRed",)
# A pig far from every path keeps a game going.
FAR_PIG = Placed("pig", "BasicSmall", 15.0, -3.27)
# Written for these tests in the shape of the original's files: a false encoding, empty materials on
# pigs and platforms, self-closed birds.
GOOD = """<?xml version="1.0" encoding="utf-16"?>
<Level width="2">
  <Camera x="0" y="-1" minWidth="25" maxWidth="35" />
  <Score highScore="0" />
  <Birds>
    <Bird type="BirdRed"/>
    <Bird type="BirdBlack"/>
  </Birds>
  <Slingshot x="-12.0" y="-2.5" />
  <GameObjects>
    <Pig type="BasicSmall" material="" x="-3.5" y="-0.25" rotation="1.5" />
    <Block type="RectFat" material="stone" x="2.25" y="-3.3" rotation="359.5" />
    <Block type="Circle" material="wood" x="4" y="-3.1" />
    <Platform type="Platform" material="" x="-3.5" y="-0.6" rotation="0.0" scaleX="-3.2" \
scaleY="0.75" />
    <TNT type="" x="6.5" y="-3.17" rotation="0" />
  </GameObjects>
</Level>
"""


def start_of(angle: float, bird: str = "BirdRed") -> tuple[float, float]:
    """Return the position of a bird's collider when it is let go at full stretch."""
    x, y = Rules().pivot
    dx, dy = BIRDS[bird].offset
    return x - math.cos(angle) + dx, y - math.sin(angle) + dy


def flight(angle: float, time: float, bird: str = "BirdRed") -> tuple[float, float]:
    """Return the position of a bird by the closed form of the specification, section 2."""
    x, y = start_of(angle, bird)
    speed = Rules().speed_per_stretch
    return (
        x + speed * math.cos(angle) * time,
        y + speed * math.sin(angle) * time - FALL * time**2 / 2,
    )


def shelf(x: float, y: float) -> Placed:
    """Put a platform, 0.96 wide and 0.064 high, with its top at y."""
    return Placed("platform", "Platform", x, y - 0.032, 0.0, "", 1.5, 0.1)


def target(thing: str, x: float, y: float, birds: tuple[str, ...] = RED) -> Level:
    """Put a pig or a wooden block of this type, and a far pig, onto shelves at a place."""
    half = {"BasicSmall": 0.2245, "BasicBig": 0.4815, "SquareHole": 0.386, "RectFat": 0.1886}[thing]
    pig = thing.startswith("Basic")
    placed = Placed("pig" if pig else "block", thing, x, y, material="" if pig else "wood")
    others = () if pig else (FAR_PIG,)
    return Level(birds, (shelf(x, y - half - 0.01), placed, *others))
