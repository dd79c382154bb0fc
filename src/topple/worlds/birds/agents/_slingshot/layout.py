"""The layout of a level: what is there, what rests on what, what touches, from outlines alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from topple.worlds.birds.agents._slingshot.perception import Point, Thing
from topple.worlds.birds.things.birds import BIRDS
from topple.worlds.birds.things.names import PLATFORM, TNT

Floats = NDArray[np.float64]
# Outlines are rounded to pixels of 0.055 units; boxes are drawn up to 0.09 larger than they are.
NEAR = 0.15
_LEAST_OVERLAP = 0.05
_PLACES = 5  # places along the shared width where heights are compared


def sides(corners: Sequence[Point]) -> Floats:
    """Return the sides of an outline: start and direction of each, as x, y, dx, dy."""
    start = np.array(corners)
    return np.concatenate([start, np.array([*corners[1:], corners[0]]) - start], axis=1).T


def distances(points: Floats, outline: Floats) -> Floats:
    """Return the distances of points from a convex outline, given by its sides; 0 inside."""
    x, y, along_x, along_y = outline
    away_x, away_y = points[:, :1] - x, points[:, 1:] - y
    length = np.maximum(along_x**2 + along_y**2, 1e-12)
    share = np.minimum(np.maximum((away_x * along_x + away_y * along_y) / length, 0.0), 1.0)
    found = np.hypot(away_x - share * along_x, away_y - share * along_y).min(axis=1)
    turn = along_x * away_y - along_y * away_x
    inside = (turn >= 0).all(axis=1) | (turn <= 0).all(axis=1)
    return np.where(inside, 0.0, found)


def gap(one: Thing, other: Thing) -> float:
    """Return the distance between two outlines."""
    there = distances(np.array(one.corners), sides(other.corners)).min()
    back = distances(np.array(other.corners), sides(one.corners)).min()
    return float(min(there, back))


def top_at(thing: Thing, x: float) -> float:
    """Return the height of a thing's upper side at x."""
    return max(_heights(thing, x))


def bottom_at(thing: Thing, x: float) -> float:
    """Return the height of a thing's lower side at x."""
    return min(_heights(thing, x))


def rests_on(upper: Thing, lower: Thing) -> bool:
    """Return whether one thing rests on another."""
    left, right = max(upper.left, lower.left), min(upper.right, lower.right)
    apart = upper.middle[1] <= lower.bottom or upper.bottom > lower.top + NEAR
    if apart or right - left < _LEAST_OVERLAP:
        return False
    gaps = [bottom_at(upper, x) - top_at(lower, x) for x in np.linspace(left, right, _PLACES)]
    return min(map(abs, gaps)) < NEAR


def _heights(thing: Thing, x: float) -> list[float]:
    """Return where the vertical line at x crosses an outline."""
    found = []
    ahead = thing.corners[1:] + thing.corners[:1]
    for (ax, ay), (bx, by) in zip(thing.corners, ahead, strict=True):
        if min(ax, bx) <= x <= max(ax, bx):
            share = (x - ax) / (bx - ax) if bx != ax else 0.0
            found += [ay + share * (by - ay)] + ([by] if bx == ax else [])
    return found or [thing.middle[1]]


class Layout:
    """The visible things when a bird is ready, by kind and by contact."""

    def __init__(self, things: Sequence[Thing], birds: Sequence[str]) -> None:
        """Take the visible things, and the birds that are left, the one on the sling first."""
        self.things = tuple(things)
        self.birds = tuple(birds)
        self.bird = self.birds[0]
        self.radius = BIRDS[self.bird].radius
        self.pigs = [thing for thing in self.things if thing.is_pig]
        self.blocks = [thing for thing in self.things if thing.is_block]
        self.balls = [thing for thing in self.blocks if thing.is_round]
        self.platforms = [thing for thing in self.things if thing.kind == PLATFORM]
        self.tnt = [thing for thing in self.things if thing.kind == TNT]
        boxes = [(each.left, each.right, each.bottom, each.top) for each in self.things]
        self._boxes = np.array(boxes).reshape(-1, 4).T
        self._sides = [sides(each.corners) for each in self.things]

    def under(self, thing: Thing) -> list[Thing]:
        """Return what a thing rests on."""
        return self._under.get(thing, [])

    def load(self, thing: Thing) -> list[Thing]:
        """Return everything that rests on a thing, directly or not."""
        found: list[Thing] = []
        due = [thing]
        while due:
            lower = due.pop()
            fresh = [each for each in self._over.get(lower, []) if each not in found]
            found += fresh
            due += fresh
        return found

    def structure(self, thing: Thing) -> list[Thing]:
        """Return the structure that a block is part of."""
        return next((each for each in self.structures if thing in each), [])

    @cached_property
    def structures(self) -> list[list[Thing]]:
        """Groups of blocks that touch one another, the leftmost first."""
        left = list(self.blocks)
        found = []
        while left:
            group = [left.pop()]
            for member in group:
                touching = [each for each in left if self._touch(member, each)]
                group += touching
                left = [each for each in left if each not in touching]
            found.append(sorted(group, key=lambda each: each.left))
        return sorted(found, key=lambda group: group[0].left)

    def touched(self, path: Floats, radius: float | None = None) -> list[tuple[int, Thing]]:
        """Return the things that a bird on a path touches, with the index of the path, in order."""
        reach = self.radius if radius is None else radius
        x, y = path[:, 0], path[:, 1]
        left, right, bottom, top = self._boxes[..., None]
        near = (x > left - reach) & (x < right + reach) & (y > bottom - reach) & (y < top + reach)
        found = []
        for number in np.flatnonzero(near.any(axis=1)):
            thing = self.things[number]
            close = np.flatnonzero(near[number])
            hits = close[distances(path[close], self._sides[number]) < reach]
            if len(hits):
                found.append((int(hits[0]), thing))
        return sorted(found, key=lambda pair: pair[0])

    def touching(self, thing: Thing, others: Iterable[Thing]) -> list[Thing]:
        """Return those of the `others` that touch a thing."""
        return [each for each in others if each is not thing and self._touch(thing, each)]

    @staticmethod
    def _touch(one: Thing, other: Thing) -> bool:
        apart = max(
            one.left - other.right,
            other.left - one.right,
            one.bottom - other.top,
            other.bottom - one.top,
        )
        return apart < NEAR and gap(one, other) < NEAR

    @cached_property
    def _under(self) -> dict[Thing, list[Thing]]:
        loose = self.blocks + self.pigs + self.tnt
        return {
            upper: [each for each in self.things if each is not upper and rests_on(upper, each)]
            for upper in loose
        }

    @cached_property
    def _over(self) -> dict[Thing, list[Thing]]:
        found: dict[Thing, list[Thing]] = {}
        for upper, lowers in self._under.items():
            for lower in lowers:
                found.setdefault(lower, []).append(upper)
        return found
