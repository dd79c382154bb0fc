"""Ideas: a shot, what it is aimed at, which pigs it is for, and how sure one may be of it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from topple.agents.slingshot.layout import Layout
from topple.agents.slingshot.perception import Thing
from topple.agents.slingshot.sweep import Ray, fan
from topple.agents.slingshot.trajectories import Way, corners_of, ways
from topple.worlds.birds.shot import Shot

_BESIDE = 0.4  # of a pig's height: how far below another's middle one may stand beside it
# What a bird flies through; a red one breaks thin ice only.
_PIERCED = {
    "BirdYellow": ("wood",),
    "BirdBlue": ("ice",),
    "BirdBlack": ("wood", "ice"),
    "BirdWhite": (),
    "BirdRed": (),
}


@dataclass(frozen=True, slots=True, eq=False)
class Idea:
    """A shot at a target, with a confidence of 0 to 1 and the pigs it may reach."""

    by: str
    target: Thing
    shot: Shot
    confidence: float
    pigs: tuple[Thing, ...]

    @property
    def rank(self) -> float:
        """Give what ideas are sorted by: more pigs are better."""
        return self.confidence + 0.1 * len(self.pigs)


@lru_cache(maxsize=128)
def prospect_of(things: tuple[Thing, ...], birds: tuple[str, ...]) -> Prospect:
    """Give the prospect of a layout; the first look at a task is the same in every attempt."""
    return Prospect(Layout(things, birds))


class Prospect:
    """A layout, with the ways to its things found once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._ways: dict[Thing, list[Way]] = {}

    def ways(self, thing: Thing) -> list[Way]:
        """Give the ways to several points of a thing."""
        if thing not in self._ways:
            self._ways[thing] = ways(self.layout, thing, corners_of(thing))
        return self._ways[thing]

    def free(self, thing: Thing) -> list[Way]:
        """Give the ways to a thing with nothing in them, or nothing that stops the bird."""
        return [way for way in self.ways(thing) if all(map(self.pierced, way.before))]

    def flat(self, thing: Thing) -> Way | None:
        """Give the first free way that pushes to the right."""
        return next((way for way in self.free(thing) if not way.steep), None)

    def pierced(self, thing: Thing) -> bool:
        """Say whether the bird flies on through a thing."""
        return thing.is_pig or thing.material in _PIERCED[self.layout.bird]

    @cached_property
    def sheltered(self) -> list[Thing]:
        """Give the pigs that no shot reaches directly."""
        return [pig for pig in self.layout.pigs if not self.free(pig)]

    @cached_property
    def rays(self) -> list[Ray]:
        """Give full shots at all angles, each up to what it first touches."""
        return list(fan(self.layout))

    def pigs_in(self, structure: Iterable[Thing]) -> list[Thing]:
        """Give the pigs within the bounds of a structure, or on top of it."""
        blocks = list(structure)
        left, right = min(b.left for b in blocks), max(b.right for b in blocks)
        bottom, top = min(b.bottom for b in blocks), max(b.top for b in blocks)
        return [
            pig
            for pig in self.layout.pigs
            if left <= pig.middle[0] <= right and bottom <= pig.middle[1] <= top + pig.height
        ]


def with_power(way: Way) -> Shot:
    """Use the bird's power where it helps a direct hit: a boost or a split shortly before."""
    if way.bird in ("BirdYellow", "BirdBlue"):
        return way.tapped(0.85, until=way.contact)
    return way.shot


def below_right(pig: Thing, thing: Thing) -> bool:
    """Say whether something pushed to the right could come to a pig."""
    return pig.middle[0] > thing.middle[0] and pig.middle[1] < thing.top


def apart(one: Thing, other: Thing) -> float:
    """Give the distance of two middles."""
    return math.dist(one.middle, other.middle)


def stacked(pigs: Iterable[Thing]) -> bool:
    """Say whether some pig stands on another."""
    found = list(pigs)
    return any(
        abs(one.middle[0] - other.middle[0]) < one.width
        and one.middle[1] - other.middle[1] > _BESIDE * one.height
        for one in found
        for other in found
    )
