"""Buildings: touching blocks with pigs in or near them, and where to hit them."""

from __future__ import annotations

from collections.abc import Sequence

from topple.worlds.birds.agents._slingshot.layout import Layout
from topple.worlds.birds.agents._slingshot.perception import Point, Thing
from topple.worlds.birds.agents._slingshot.scores import Plan, toll
from topple.worlds.birds.agents._slingshot.trajectories import trajectories_to

_INSIDE, _NEXT_TO = 2500.0, 1500.0  # points per pig in a building, or next to it
_LATER = 150.0  # points less per joint further to the right
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
