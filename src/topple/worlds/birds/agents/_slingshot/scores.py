"""Scores of shots, in points of the game: pigs, less a toll for obstacles.

The strategies that Datalab and Eagle's Wing share. Their distances are pixels of the original.
Buildings, touching blocks with pigs in or near them, come last.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from topple.sim import maths
from topple.worlds.birds.agents._slingshot.layout import Layout
from topple.worlds.birds.agents._slingshot.perception import Point, Thing
from topple.worlds.birds.agents._slingshot.trajectories import Trajectory, trajectories_to
from topple.worlds.birds.things.names import PLATFORM

PIXEL = 35 / 640
PIG = 5000.0
WALLED = -65536.0
_STEEP = math.radians(50)
_STEEP_FACTOR = 1.2
# Points that a bird loses in a block of 72 square pixels: our own choice.
_TOLL = {
    "BirdRed": {"wood": 400.0, "stone": 1000.0, "ice": 200.0},
    "BirdYellow": {"wood": 150.0, "stone": 1000.0, "ice": 300.0},
    "BirdBlue": {"wood": 600.0, "stone": 1200.0, "ice": 80.0},
    "BirdBlack": {"wood": 300.0, "stone": 400.0, "ice": 200.0},
    "BirdWhite": {"wood": 500.0, "stone": 1000.0, "ice": 300.0},
}
_SUPPORT_WITHIN = 80.0
_TNT_NEAR_PIG, _TNT_PIGS, _TNT_BLOCKS, _TNT_TNT = 90.0, 110.0, 60.0, 50.0
_BLOCK_SCORE, _TNT_SCORE = 100.0, 500.0


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A trajectory and its score; `by` names the strategy."""

    by: str
    trajectory: Trajectory
    score: float


def toll(trajectory: Trajectory) -> float:
    """Return the points that obstacles on a trajectory cost, as a negative number."""
    if trajectory.walled:
        return WALLED
    lost = sum(
        maths.pow(thing.area / PIXEL**2, 1.4) / 400 * _TOLL[trajectory.bird][thing.material]
        for thing in trajectory.before
        if thing.is_block
    )
    launch = maths.atan2(-trajectory.shot.y, -trajectory.shot.x)
    return -lost * (_STEEP_FACTOR if launch > _STEEP else 1.0)


def at_pigs(layout: Layout) -> list[Plan]:
    """Aim at every pig, and a bird's radius around its middle; count all pigs on the arc."""
    r = layout.radius
    around = [(0.0, 0.0), (-r, 0.0), (r, 0.0), (0.0, r), (0.0, -r)]
    found = []
    for pig in layout.pigs:
        x, y = pig.middle
        for trajectory in trajectories_to(layout, pig, [(x + dx, y + dy) for dx, dy in around]):
            found.append(
                Plan("pigs", trajectory, PIG * (1 + further_pigs(trajectory)) + toll(trajectory))
            )
    return found


def further_pigs(trajectory: Trajectory) -> int:
    """Count the other pigs on a trajectory, up to the first platform behind its goal."""
    beyond = 0
    for thing in trajectory.after:
        if thing.kind == PLATFORM:
            break
        beyond += thing.is_pig
    return beyond + sum(thing.is_pig for thing in trajectory.before)


def at_balls(layout: Layout) -> list[Plan]:
    """Push balls that could roll onto pigs, or remove what holds them above pigs."""
    if layout.bird == "BirdWhite":
        return []
    found = []
    for ball in layout.balls:
        if layout.bird == "BirdBlue" and ball.material == "stone":
            continue
        if not _is_barred(layout, ball):
            onto = [pig for pig in layout.pigs if _below(pig, ball) and pig.middle[0] > ball.right]
            found += _free(layout, ball, _roll_score(ball, onto))
        onto = [pig for pig in layout.pigs if _below(pig, ball) and pig.middle[0] <= ball.right]
        support = _weakest_support(layout, ball)
        if support is not None:
            found += _free(layout, support, _roll_score(ball, onto))
    return found


def at_tnt(layout: Layout) -> list[Plan]:
    """Set off TNT that stands near a pig."""
    found = []
    for tnt in layout.tnt:
        if all(pixels(tnt, pig) > _TNT_NEAR_PIG for pig in layout.pigs):
            continue
        others = [each for each in layout.tnt if each is not tnt]
        score = PIG * _nearness(tnt, layout.pigs, _TNT_PIGS)
        score += _BLOCK_SCORE * _nearness(tnt, layout.blocks, _TNT_BLOCKS)
        score += _TNT_SCORE * _nearness(tnt, others, _TNT_TNT)
        for trajectory in trajectories_to(layout, tnt, [tnt.middle]):
            found.append(
                Plan("tnt", trajectory, score + PIG * further_pigs(trajectory) + toll(trajectory))
            )
    return found


def pixels(one: Thing, other: Thing) -> float:
    """Return the distance between the middles of two things in pixels."""
    return maths.dist(one.middle, other.middle) / PIXEL


def _below(pig: Thing, ball: Thing) -> bool:
    return pig.middle[1] < ball.middle[1]


def _is_barred(layout: Layout, ball: Thing) -> bool:
    """Return whether two things, or a larger one, stop a ball from rolling to the right."""
    x, y = ball.middle
    right = [
        each
        for each in layout.touching(ball, layout.blocks + layout.platforms)
        if each.middle[0] > x and each.top > y and each.right > ball.right
    ]
    return len(right) > 1 or any(each.area > ball.area for each in right)


def _roll_score(ball: Thing, onto: Iterable[Thing]) -> float:
    return sum(PIG * max(0.0, 1 - maths.pow(pixels(ball, pig), 1.4) / 2000) for pig in onto)


def _free(layout: Layout, goal: Thing, score: float) -> list[Plan]:
    """Plan to hit a thing on unobstructed trajectories."""
    if score <= 0:
        return []
    x, y = goal.middle
    points: list[Point] = [(x, y), (x, y + goal.height / 4)]
    return [
        Plan("balls", trajectory, score)
        for trajectory in trajectories_to(layout, goal, points)
        if trajectory.free
    ]


def _weakest_support(layout: Layout, ball: Thing) -> Thing | None:
    """Return the lowest, then leftmost, breakable support near a ball."""
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


_INSIDE, _NEXT_TO = 2500.0, 1500.0  # points per pig in a building, or next to it
_LATER = 150.0  # points by which a joint scores less per joint to its left
_JOINTS = 4
_NEAR = 1.0
_SLENDER = 2.0  # ratio of height to width of a skyscraper
_TAPER = 0.6  # ratio of the widths of a pyramid's upper and lower half


def at_buildings(layout: Layout) -> list[Plan]:
    """Aim at the weak points of buildings that pigs are in or near."""
    if layout.bird == "BirdWhite":
        return []
    found = []
    for blocks in layout.structures:
        left, right = min(b.left for b in blocks), max(b.right for b in blocks)
        bottom, top = min(b.bottom for b in blocks), max(b.top for b in blocks)
        # To the right a building may fall as far as it is high.
        reach = right + max(_NEAR, top - bottom)
        score = 0.0
        for pig in layout.pigs:
            x, y = pig.middle
            if left <= x <= right and bottom <= y <= top + pig.height:
                score += _INSIDE
            elif left - _NEAR <= x <= reach and bottom - _NEAR <= y <= top:
                score += _NEXT_TO
        if score:
            for rank, (block, point) in enumerate(joints(blocks)[:_JOINTS]):
                for trajectory in trajectories_to(layout, block, [point]):
                    found.append(
                        Plan("buildings", trajectory, score - _LATER * rank + toll(trajectory))
                    )
    return found


def joints(blocks: Sequence[Thing]) -> list[tuple[Thing, Point]]:
    """Return where to hit a building, leftmost first: high, low or at its posts, by its shape."""
    bottom, top = min(b.bottom for b in blocks), max(b.top for b in blocks)
    height = top - bottom
    width = max(b.right for b in blocks) - min(b.left for b in blocks)
    if height >= _SLENDER * width:
        # High on the left side, where it topples.
        chosen = [b for b in blocks if b.top > top - height / 3]
        return [(b, (b.left, (b.middle[1] + b.top) / 2)) for b in _leftmost(chosen)]
    if _span(blocks, bottom + height / 2, top) <= _TAPER * _span(blocks, bottom, top - height / 2):
        chosen = [b for b in blocks if b.bottom < bottom + height / 2]
    else:
        posts = [b for b in blocks if b.height > b.width]
        chosen = posts or list(blocks)
    return [(b, b.middle) for b in _leftmost(chosen)]


def _leftmost(blocks: Sequence[Thing]) -> list[Thing]:
    return sorted(blocks, key=lambda block: (block.left, -block.top))


def _span(blocks: Sequence[Thing], low: float, high: float) -> float:
    """Return the width of a building between two heights."""
    there = [b for b in blocks if low < b.middle[1] <= high]
    return max((b.right for b in there), default=0.0) - min((b.left for b in there), default=0.0)
