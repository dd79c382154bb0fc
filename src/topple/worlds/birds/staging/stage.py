"""The stage on which a template lays out its scene."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from topple.tasks.draw import Draw
from topple.worlds.birds.level import Placed
from topple.worlds.birds.staging.places import Place, Point, Stays
from topple.worlds.birds.staging.plan import Aim
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
    """The scene of a template, before a task moves it."""

    birds: tuple[str, ...]
    things: tuple[Placed, ...]
    fixed: frozenset[int]  # things that stay where they are
    anchor: Point
    place: Place
    plan: tuple[Aim, ...]
    materials: dict[int, tuple[str, ...]]  # choices of variations, by thing
    spared: bool  # by birds: only blocks may kill the pigs

    def moved(self, to: Point) -> tuple[list[Placed], tuple[Aim, ...]]:
        """Return the things and the plan with the anchor at another point."""
        dx, dy = to[0] - self.anchor[0], to[1] - self.anchor[1]
        things = [
            thing if i in self.fixed else replace(thing, x=thing.x + dx, y=thing.y + dy)
            for i, thing in enumerate(self.things)
        ]
        return things, tuple(aim.moved(dx, dy) for aim in self.plan)

    def varied(self, things: list[Placed], draw: Draw) -> list[Placed]:
        """Return the things with the materials of a variation."""
        return [
            replace(thing, material=draw.pick(f"material {i}", self.materials[i]))
            if i in self.materials
            else thing
            for i, thing in enumerate(things)
        ]


class Stage:
    """Collects the birds, things and plan of a template."""

    def __init__(self) -> None:
        self._birds: list[str] = []
        self._things: list[Placed] = []
        self._fixed: set[int] = set()
        self._anchor: Point = (0.0, 0.0)
        self._place: Place = Stays()
        self._plan: tuple[Aim, ...] = ()
        self._materials: dict[int, tuple[str, ...]] = {}
        self._spared = False

    def birds(self, *colours: str) -> None:
        """Add birds, in launch order."""
        self._birds += [BIRDS[colour] for colour in colours]

    def pig(self, size: str, x: float, y: float, degrees: float = 0.0) -> Point:
        """Add a pig: small, medium or big."""
        return self._put(Placed("pig", PIGS[size], x, y, math.radians(degrees)))

    def block(self, shape: str, material: str, x: float, y: float, degrees: float = 0.0) -> Point:
        """Add a block."""
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
        """Add a platform; a fixed one stays when the scene moves."""
        if fixed:
            self._fixed.add(len(self._things))
        scales = width / PLATFORM_SIDE, height / PLATFORM_SIDE
        return self._put(Placed("platform", "Platform", x, y, math.radians(degrees), "", *scales))

    def move(self, anchor: Point, place: Place) -> None:
        """Set how tasks place the scene, by the place of its anchor."""
        self._anchor, self._place = anchor, place

    def vary(self, thing: Point, *materials: str) -> None:
        """Set the materials of a thing in variations; the rule must hold for all of them."""
        index = next(i for i, put in enumerate(self._things) if (put.x, put.y) == thing)
        self._materials[index] = materials

    def plan(self, *shots: Aim, spare: bool = False) -> None:
        """Set where the rule says to aim, one shot per bird.

        With `spare`, birds spare the pigs: what the plan names must kill them.
        """
        self._plan, self._spared = shots, spare

    def layout(self) -> Layout:
        """Return the finished layout."""
        return Layout(
            tuple(self._birds),
            tuple(self._things),
            frozenset(self._fixed),
            self._anchor,
            self._place,
            self._plan,
            self._materials,
            self._spared,
        )

    def _put(self, thing: Placed) -> Point:
        self._things.append(thing)
        return thing.x, thing.y
