"""Buildings: blocks in touch with pigs in or near them, and where to hit them."""

from __future__ import annotations

from collections.abc import Sequence

from topple.agents.slingshot.layout import Layout
from topple.agents.slingshot.perception import Point, Thing
from topple.agents.slingshot.scores import Plan, toll
from topple.agents.slingshot.trajectories import ways

_INSIDE, _BESIDE = 2500.0, 1500.0  # a pig in a building, or next to one
_LATER = 150.0  # less for every joint further to the right
_JOINTS = 4
_NEAR = 1.0
_SLENDER = 2.0  # height over width of a skyscraper
_TAPER = 0.6  # width of a pyramid's upper half over that of its lower one


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
        worth = 0.0
        for pig in layout.pigs:
            x, y = pig.middle
            if left <= x <= right and bottom <= y <= top + pig.height:
                worth += _INSIDE
            elif left - _NEAR <= x <= reach and bottom - _NEAR <= y <= top:
                worth += _BESIDE
        if worth:
            for rank, (block, point) in enumerate(joints(blocks)[:_JOINTS]):
                for way in ways(layout, block, [point]):
                    found.append(Plan("buildings", way, worth - _LATER * rank + toll(way)))
    return found


def joints(blocks: Sequence[Thing]) -> list[tuple[Thing, Point]]:
    """Give where to hit a building, leftmost first: high, low or at its posts, by its form."""
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
    """Give how wide a building is between two heights."""
    there = [b for b in blocks if low < b.middle[1] <= high]
    return max((b.right for b in there), default=0.0) - min((b.left for b in there), default=0.0)
