"""The stage on which a template of birds sets its scene."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from topple.tasks.draw import Draw
from topple.worlds.birds.level import Placed
from topple.worlds.birds.staging.places import Place, Point, Stays
from topple.worlds.birds.staging.plan import Aim, Aiming
from topple.worlds.birds.things.fixtures import PLATFORM_SIDE

BIRDS = {
    "red": "BirdRed",
    "yellow": "BirdYellow",
    "blue": "BirdBlue",
    "white": "BirdWhite",
    "black": "BirdBlack",
}
PIGS = {"small": "BasicSmall", "medium": "BasicMedium", "big": "BasicBig"}


@dataclass(frozen=True, slots=True)
class Layout:
    """What a template lays out, before a task moves it."""

    birds: tuple[str, ...]
    things: tuple[Placed, ...]
    fixed: frozenset[int]  # things that stay where they are
    anchor: Point
    place: Place
    plan: tuple[Aiming, ...]
    materials: dict[int, tuple[str, ...]]  # what things of a variation may be made of

    def moved(self, to: Point) -> tuple[list[Placed], tuple[Aim, ...]]:
        """Give the things and the plan with the anchor at another point."""
        dx, dy = to[0] - self.anchor[0], to[1] - self.anchor[1]
        things = [
            thing if i in self.fixed else replace(thing, x=thing.x + dx, y=thing.y + dy)
            for i, thing in enumerate(self.things)
        ]
        return things, tuple(aim.placed(dx, dy) for aim in self.plan)

    def varied(self, things: list[Placed], draw: Draw) -> list[Placed]:
        """Give the things with some made of other materials."""
        return [
            replace(thing, material=draw.pick(f"material {i}", self.materials[i]))
            if i in self.materials
            else thing
            for i, thing in enumerate(things)
        ]


class Stage:
    """Collects the birds, the things and the plan of a template."""

    def __init__(self) -> None:
        self._birds: list[str] = []
        self._things: list[Placed] = []
        self._fixed: set[int] = set()
        self._anchor: Point = (0.0, 0.0)
        self._place: Place = Stays()
        self._plan: tuple[Aiming, ...] = ()
        self._materials: dict[int, tuple[str, ...]] = {}

    def birds(self, *colours: str) -> None:
        """Say which birds there are, in the order of their launch."""
        self._birds += [BIRDS[colour] for colour in colours]

    def pig(self, size: str, x: float, y: float, degrees: float = 0.0) -> Point:
        """Put a pig: small, medium or big."""
        return self._put(Placed("pig", PIGS[size], x, y, math.radians(degrees)))

    def block(self, shape: str, material: str, x: float, y: float, degrees: float = 0.0) -> Point:
        """Put a block."""
        return self._put(Placed("block", shape, x, y, math.radians(degrees), material))

    def platform(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        degrees: float = 0.0,
        *,
        fixed: bool = False,
    ) -> Point:
        """Put a platform; a fixed one stays when the scene moves."""
        if fixed:
            self._fixed.add(len(self._things))
        scales = width / PLATFORM_SIDE, height / PLATFORM_SIDE
        return self._put(Placed("platform", "Platform", x, y, math.radians(degrees), "", *scales))

    def move(self, anchor: Point, place: Place) -> None:
        """Say where tasks put the scene, by one of its points."""
        self._anchor, self._place = anchor, place

    def vary(self, thing: Point, *materials: str) -> None:
        """Say what a thing may be made of in variations, where the rule holds for all of them."""
        index = next(i for i, put in enumerate(self._things) if (put.x, put.y) == thing)
        self._materials[index] = materials

    def plan(self, *shots: Aiming) -> None:
        """Say what solves the task, shot by shot."""
        self._plan = shots

    def layout(self) -> Layout:
        """Give what was laid out."""
        return Layout(
            tuple(self._birds),
            tuple(self._things),
            frozenset(self._fixed),
            self._anchor,
            self._place,
            self._plan,
            self._materials,
        )

    def _put(self, thing: Placed) -> Point:
        self._things.append(thing)
        return thing.x, thing.y
