"""What shots are worth, in points of the game: pigs, less what it takes to get through.

The strategies that Datalab and Eagle's Wing share. Their distances are pixels of the original.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from topple.agents.slingshot.layout import Layout
from topple.agents.slingshot.perception import Point, Thing
from topple.agents.slingshot.trajectories import Way, ways
from topple.worlds.birds.things.names import PLATFORM

PIXEL = 35 / 640
PIG = 5000.0
WALLED = -65536.0
_STEEP = math.radians(50)
_STEEP_FACTOR = 1.2
# How much a bird loses in a block of 72 square pixels: our figures, by what birds are known for.
_TOLL = {
    "BirdRed": {"wood": 400.0, "stone": 1000.0, "ice": 200.0},
    "BirdYellow": {"wood": 150.0, "stone": 1000.0, "ice": 300.0},
    "BirdBlue": {"wood": 600.0, "stone": 1200.0, "ice": 80.0},
    "BirdBlack": {"wood": 300.0, "stone": 400.0, "ice": 200.0},
    "BirdWhite": {"wood": 500.0, "stone": 1000.0, "ice": 300.0},
}
_SUPPORT_WITHIN = 80.0
_TNT_NEAR_PIG, _TNT_PIGS, _TNT_BLOCKS, _TNT_TNT = 90.0, 110.0, 60.0, 50.0
_BLOCK_WORTH, _TNT_WORTH = 100.0, 500.0


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A way and what it promises; `by` names the strategy."""

    by: str
    way: Way
    worth: float


def toll(way: Way) -> float:
    """Give what a way loses to what is in it, as a negative number."""
    if way.walled:
        return WALLED
    lost = sum(
        math.pow(thing.area / PIXEL**2, 1.4) / 400 * _TOLL[way.bird][thing.material]
        for thing in way.before
        if thing.is_block
    )
    launch = math.atan2(-way.shot.y, -way.shot.x)
    return -lost * (_STEEP_FACTOR if launch > _STEEP else 1.0)


def at_pigs(layout: Layout) -> list[Plan]:
    """Aim at every pig and a bird's radius beside it; more pigs on the arc are worth more."""
    r = layout.radius
    around = [(0.0, 0.0), (-r, 0.0), (r, 0.0), (0.0, r), (0.0, -r)]
    found = []
    for pig in layout.pigs:
        x, y = pig.middle
        for way in ways(layout, pig, [(x + dx, y + dy) for dx, dy in around]):
            found.append(Plan("pigs", way, PIG * (1 + further_pigs(way)) + toll(way)))
    return found


def further_pigs(way: Way) -> int:
    """Count the pigs on a way beside its goal, up to the first wall behind it."""
    beyond = 0
    for thing in way.after:
        if thing.kind == PLATFORM:
            break
        beyond += thing.is_pig
    return beyond + sum(thing.is_pig for thing in way.before)


def at_balls(layout: Layout) -> list[Plan]:
    """Push balls that could roll down onto pigs, or take away what holds them above pigs."""
    if layout.bird == "BirdWhite":
        return []
    found = []
    for ball in layout.balls:
        if layout.bird == "BirdBlue" and ball.material == "stone":
            continue
        if not _barred(layout, ball):
            onto = [pig for pig in layout.pigs if _below(pig, ball) and pig.middle[0] > ball.right]
            found += _free(layout, ball, _promise(ball, onto))
        onto = [pig for pig in layout.pigs if _below(pig, ball) and pig.middle[0] <= ball.right]
        support = _weakest_support(layout, ball)
        if support is not None:
            found += _free(layout, support, _promise(ball, onto))
    return found


def at_tnt(layout: Layout) -> list[Plan]:
    """Set off TNT that stands near a pig."""
    found = []
    for tnt in layout.tnt:
        if all(pixels(tnt, pig) > _TNT_NEAR_PIG for pig in layout.pigs):
            continue
        others = [each for each in layout.tnt if each is not tnt]
        worth = PIG * _nearness(tnt, layout.pigs, _TNT_PIGS)
        worth += _BLOCK_WORTH * _nearness(tnt, layout.blocks, _TNT_BLOCKS)
        worth += _TNT_WORTH * _nearness(tnt, others, _TNT_TNT)
        for way in ways(layout, tnt, [tnt.middle]):
            found.append(Plan("tnt", way, worth + PIG * further_pigs(way) + toll(way)))
    return found


def pixels(one: Thing, other: Thing) -> float:
    """Give the distance of two things' middles in pixels."""
    return math.dist(one.middle, other.middle) / PIXEL


def _below(pig: Thing, ball: Thing) -> bool:
    return pig.middle[1] < ball.middle[1]


def _barred(layout: Layout, ball: Thing) -> bool:
    """Say whether a ball cannot roll to the right: two things stop it, or one that is larger."""
    x, y = ball.middle
    right = [
        each
        for each in layout.touching(ball, layout.blocks + layout.platforms)
        if each.middle[0] > x and each.top > y and each.right > ball.right
    ]
    return len(right) > 1 or any(each.area > ball.area for each in right)


def _promise(ball: Thing, onto: Iterable[Thing]) -> float:
    return sum(PIG * max(0.0, 1 - math.pow(pixels(ball, pig), 1.4) / 2000) for pig in onto)


def _free(layout: Layout, goal: Thing, worth: float) -> list[Plan]:
    """Plan to hit a thing where nothing is in the way."""
    if worth <= 0:
        return []
    x, y = goal.middle
    points: list[Point] = [(x, y), (x, y + goal.height / 4)]
    return [Plan("balls", way, worth) for way in ways(layout, goal, points) if way.free]


def _weakest_support(layout: Layout, ball: Thing) -> Thing | None:
    """Give the lowest thing to the left that holds a ball, if it is near and breaks."""
    due, held = [ball], []
    while due:
        fresh = [each for each in layout.under(due.pop()) if each.is_block and each not in held]
        held += fresh
        due += fresh
    near = [
        each
        for each in held
        if each.material in ("ice", "wood") and pixels(each, ball) <= _SUPPORT_WITHIN
    ]
    return min(near, key=lambda each: (each.bottom, each.left), default=None)


def _nearness(tnt: Thing, things: Iterable[Thing], within: float) -> float:
    return sum(max(0.0, 1 - pixels(tnt, each) / within) for each in things)
