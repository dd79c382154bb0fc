"""Ideas: a shot, its target, the pigs it may reach, and a confidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from topple.sim import maths
from topple.worlds.birds.agents._slingshot.layout import Layout
from topple.worlds.birds.agents._slingshot.perception import Thing
from topple.worlds.birds.agents._slingshot.trajectories import (
    Ray,
    Trajectory,
    aim_points,
    sweep,
    trajectories_to,
)
from topple.worlds.birds.shot import Shot

_BESIDE = (
    0.4  # share of a pig's height; with less between their middles, pigs stand next to each other
)
# The materials that a bird flies through.
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
        """Return the key that ideas are sorted by: more pigs are better."""
        return self.confidence + 0.1 * len(self.pigs)


@lru_cache(maxsize=128)
def prospect_of(things: tuple[Thing, ...], birds: tuple[str, ...]) -> Prospect:
    """Return the prospect of a layout, cached: every attempt begins with the same layout."""
    return Prospect(Layout(things, birds))


class Prospect:
    """A layout, with trajectories to its things computed once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._trajectories: dict[Thing, list[Trajectory]] = {}

    def trajectories(self, thing: Thing) -> list[Trajectory]:
        """Return the trajectories to several points of a thing."""
        if thing not in self._trajectories:
            self._trajectories[thing] = trajectories_to(self.layout, thing, aim_points(thing))
        return self._trajectories[thing]

    def free(self, thing: Thing) -> list[Trajectory]:
        """Return the trajectories to a thing on which nothing stops the bird."""
        return [
            trajectory
            for trajectory in self.trajectories(thing)
            if all(map(self.pierced, trajectory.before))
        ]

    def flat(self, thing: Thing) -> Trajectory | None:
        """Return the first free trajectory on the flat arc, which pushes to the right."""
        return next((trajectory for trajectory in self.free(thing) if not trajectory.steep), None)

    def pierced(self, thing: Thing) -> bool:
        """Return whether the bird flies through a thing."""
        return thing.is_pig or thing.material in _PIERCED[self.layout.bird]

    @cached_property
    def sheltered(self) -> list[Thing]:
        """The pigs that no shot reaches directly."""
        return [pig for pig in self.layout.pigs if not self.free(pig)]

    @cached_property
    def rays(self) -> list[Ray]:
        """Shots at full stretch at all angles, each up to what it first touches."""
        return list(sweep(self.layout))

    def pigs_in(self, structure: Iterable[Thing]) -> list[Thing]:
        """Return the pigs within the bounds of a structure, or on top of it."""
        blocks = list(structure)
        left, right = min(b.left for b in blocks), max(b.right for b in blocks)
        bottom, top = min(b.bottom for b in blocks), max(b.top for b in blocks)
        return [
            pig
            for pig in self.layout.pigs
            if left <= pig.middle[0] <= right and bottom <= pig.middle[1] <= top + pig.height
        ]


def with_power(trajectory: Trajectory) -> Shot:
    """Return the shot, with a boost or a split shortly before the hit if the bird has one."""
    if trajectory.bird in ("BirdYellow", "BirdBlue"):
        return trajectory.tapped(0.85, until=trajectory.contact)
    return trajectory.shot


def below_right(pig: Thing, thing: Thing) -> bool:
    """Return whether a thing that is pushed to the right could reach a pig."""
    return pig.middle[0] > thing.middle[0] and pig.middle[1] < thing.top


def apart(one: Thing, other: Thing) -> float:
    """Return the distance between the middles of two things."""
    return maths.dist(one.middle, other.middle)


def is_stacked(pigs: Iterable[Thing]) -> bool:
    """Return whether some pig stands on another."""
    found = list(pigs)
    return any(
        abs(one.middle[0] - other.middle[0]) < one.width
        and one.middle[1] - other.middle[1] > _BESIDE * one.height
        for one in found
        for other in found
    )
