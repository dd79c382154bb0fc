"""Perception: things by kind and place, from outlines and colours alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from topple.draw.look import Camera
from topple.worlds.birds.look.colours import shares
from topple.worlds.birds.look.screenshot import camera, drawings
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.symbolic import Feature
from topple.worlds.birds.things.materials import MATERIALS

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Thing:
    """A visible thing: its kind and the corners of its outline, in units of the game."""

    kind: str
    corners: tuple[Point, ...]

    @property
    def left(self) -> float:
        return min(x for x, _ in self.corners)

    @property
    def right(self) -> float:
        return max(x for x, _ in self.corners)

    @property
    def bottom(self) -> float:
        return min(y for _, y in self.corners)

    @property
    def top(self) -> float:
        return max(y for _, y in self.corners)

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def area(self) -> float:
        ahead = self.corners[1:] + self.corners[:1]
        pairs = zip(self.corners, ahead, strict=True)
        return abs(sum(ax * by - ay * bx for (ax, ay), (bx, by) in pairs)) / 2

    @property
    def material(self) -> str:
        """Wood, stone or ice for a block; empty for anything else."""
        first = self.kind.partition("_")[0]
        return first if first in MATERIALS else ""

    @property
    def is_block(self) -> bool:
        return bool(self.material)

    @property
    def is_round(self) -> bool:
        return "_circle" in self.kind

    @property
    def is_pig(self) -> bool:
        return self.kind.startswith("pig_")


def things(seen: Observation) -> list[Thing]:
    """Return all visible things except birds, ground and sling."""
    features = seen.symbolic()[0]["features"]
    place = camera(shown=seen.camera)
    found = [_thing(each, place) for each in features if each["properties"]["label"] == "Object"]
    return [thing for thing in found if not thing.kind.startswith(("bird_", "egg"))]


def pigs(seen: Observation) -> list[Thing]:
    """Return the visible pigs."""
    return [thing for thing in things(seen) if thing.is_pig]


def _thing(feature: Feature, place: Camera) -> Thing:
    colours = tuple((each["color"], each["percent"]) for each in feature["properties"]["colormap"])
    scale, x0, y0 = place
    ring = feature["geometry"]["coordinates"][0]
    return Thing(_kinds()[colours], tuple(((x - x0) / scale, (y0 - y) / scale) for x, y in ring))


@cache
def _kinds() -> dict[tuple[tuple[int, float], ...], str]:
    """Return the kind of thing for every distribution of colours."""
    return {shares(kind, look): kind for kind, look in drawings()}
