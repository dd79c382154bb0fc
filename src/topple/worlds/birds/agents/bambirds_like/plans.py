"""Bambirds' strategies for pigs and structures: each returns ideas with a confidence."""

from __future__ import annotations

from collections.abc import Sequence

from topple.worlds.birds.agents._slingshot.perception import Thing
from topple.worlds.birds.agents.bambirds_like.ideas import (
    Idea,
    Prospect,
    apart,
    below_right,
    is_stacked,
    with_power,
)

_SLENDER = 2.0  # ratio of height to width of what can fall over
_TOWER = 1.5
_OVER = 1.5  # largest horizontal distance of a ball above a pig
_LOAD, _FAR = (
    0.05,
    0.02,
)  # confidence per thing held up, and its loss per unit of distance to the pigs
_MOST_COLLAPSE = 0.95
_TOUGHNESS = {"ice": 0.5, "wood": 1.0, "stone": 2.0}


def hit_pigs(prospect: Prospect) -> list[Idea]:
    """Hit free pigs: the leftmost on the flat arc if stacked, else the highest on the steep."""
    pigs = prospect.layout.pigs
    heap = is_stacked(pigs)
    found = []
    for pig in sorted(pigs, key=lambda each: each.left if heap else -each.top):
        for trajectory in sorted(prospect.free(pig), key=lambda each: each.steep != (not heap)):
            reached = (pig, *(thing for thing in trajectory.before if thing.is_pig))
            found.append(Idea("pigs", pig, with_power(trajectory), 1.0, reached))
    return found


def tip_over(prospect: Prospect) -> list[Idea]:
    """Make something tall fall to the right, onto pigs or their structure."""
    layout = prospect.layout
    slender = [block for block in layout.blocks if block.height >= _SLENDER * block.width]
    found = []
    for block in slender:
        trajectory = prospect.flat(block)
        onto = _dominoes(block, slender, layout.pigs)
        if trajectory is not None and onto:
            high = next((w for w in prospect.free(block) if w.at[1] > block.middle[1]), trajectory)
            found.append(Idea("domino", block, with_power(high), 0.8, onto))
    for tower in layout.structures:
        found += _tower(prospect, tower)
    return found


def drop_balls(prospect: Prospect) -> list[Idea]:
    """Push balls, or remove what they lie on, where pigs are below."""
    layout = prospect.layout
    found = []
    for ball in layout.balls:
        onto = tuple(pig for pig in layout.pigs if below_right(pig, ball))
        trajectory = prospect.flat(ball)
        if onto and trajectory is not None:
            found.append(Idea("ball", ball, with_power(trajectory), 1.0, onto))
        over = tuple(pig for pig in layout.pigs if _above(ball, pig))
        if not over:
            continue
        more = 0.1 * (len(over) - 1)
        for confidence, target in _holding(prospect, ball):
            for trajectory in prospect.free(target)[:1]:
                found.append(Idea("ball", target, with_power(trajectory), confidence + more, over))
    return found


def collapse(prospect: Prospect) -> list[Idea]:
    """Hit what holds up most of a structure that has pigs in it."""
    layout = prospect.layout
    found = []
    for structure in layout.structures:
        pigs = prospect.pigs_in(structure)
        if not pigs:
            continue
        for block in structure:
            load = layout.load(block)
            free = prospect.free(block)
            if not load or not free:
                continue
            shared = min(len(layout.under(each)) for each in load if block in layout.under(each))
            nearest = min(apart(block, pig) for pig in pigs)
            sure = 0.6 + _LOAD * len(load) / shared - _FAR * nearest
            sure = max(sure, 0.7) if block.is_round else sure
            shot = with_power(free[0])
            found.append(Idea("collapse", block, shot, min(sure, _MOST_COLLAPSE), tuple(pigs)))
    return found


def dig(prospect: Prospect) -> list[Idea]:
    """Break through the blocks that shelter a pig, if there are enough birds."""
    layout = prospect.layout
    found = []
    for pig in prospect.sheltered:
        passable = [
            trajectory for trajectory in prospect.trajectories(pig) if not trajectory.walled
        ]
        for trajectory in sorted(passable, key=lambda each: _effort(each.before))[:1]:
            sure = (0.5 + 0.5 * len(layout.birds)) / max(1.0, _effort(trajectory.before))
            found.append(
                Idea(
                    "dig",
                    trajectory.before[0],
                    with_power(trajectory),
                    min(sure, 1.0) * 0.9,
                    (pig,),
                )
            )
    return found


def _dominoes(block: Thing, others: Sequence[Thing], pigs: Sequence[Thing]) -> tuple[Thing, ...]:
    """Return the pigs that a block reaches when it falls to the right, also over other blocks."""
    falling = [block]
    for each in falling:
        falling += [other for other in _falls_on(each, others) if other not in falling]
    return tuple(pig for pig in pigs if any(_falls_on(each, [pig]) for each in falling))


def _falls_on(block: Thing, things: Sequence[Thing]) -> list[Thing]:
    """Return what a block reaches when it falls to the right."""
    return [
        thing
        for thing in things
        if thing.middle[0] > block.middle[0]
        and thing.left - block.right < block.height
        and thing.bottom < block.top
        and thing.top > block.bottom - block.height
    ]


def _tower(prospect: Prospect, tower: Sequence[Thing]) -> list[Idea]:
    """Make a tower fall on the next structure, if that has pigs in it."""
    left, right = min(b.left for b in tower), max(b.right for b in tower)
    height = max(b.top for b in tower) - min(b.bottom for b in tower)
    if height < _TOWER * (right - left):
        return []
    for other in prospect.layout.structures:
        ahead = min(b.left for b in other) - right
        pigs = prospect.pigs_in(other)
        if other is not tower and 0 <= ahead < height and pigs:
            for block in sorted(tower, key=lambda each: -each.top):
                trajectory = prospect.flat(block)
                if trajectory is not None:
                    sure = min(0.5 + _LOAD * len(tower), 0.7)
                    return [Idea("domino", block, with_power(trajectory), sure, tuple(pigs))]
    return []


def _above(ball: Thing, pig: Thing) -> bool:
    return pig.top < ball.bottom and abs(pig.middle[0] - ball.middle[0]) < _OVER


def _holding(prospect: Prospect, ball: Thing) -> list[tuple[float, Thing]]:
    """Return a ball, its support and the support of that, with the confidence in hitting each."""
    first = [each for each in prospect.layout.under(ball) if each.is_block]
    second = [low for each in first for low in prospect.layout.under(each) if low.is_block]
    return [(0.65, b) for b in first] + [(0.5, b) for b in second] + [(0.4, ball)]


def _effort(blocks: Sequence[Thing]) -> float:
    """Estimate how many birds it takes to get through blocks."""
    return sum(_TOUGHNESS.get(block.material, 0.0) for block in blocks)
