"""Bambirds-like: many ideas with a confidence each; the best first, others after failures.

Last resorts are for pigs that no better idea covers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np

from topple.agents.agent import Agent, agent
from topple.errors import BadInput
from topple.sim import maths
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.draw import choose
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds.action_space import NUMBERS
from topple.worlds.birds.agents._slingshot.layout import Layout
from topple.worlds.birds.agents._slingshot.perception import Thing
from topple.worlds.birds.agents._slingshot.policy import random_shot, shot_by_shot
from topple.worlds.birds.agents._slingshot.scores import PIXEL
from topple.worlds.birds.agents._slingshot.trajectories import bounce
from topple.worlds.birds.agents.bambirds_like.ideas import (
    Idea,
    Prospect,
    apart,
    prospect_of,
    with_power,
)
from topple.worlds.birds.agents.bambirds_like.plans import (
    collapse,
    dig,
    drop_balls,
    hit_pigs,
    tip_over,
)
from topple.worlds.birds.agents.bambirds_like.powers import use_power
from topple.worlds.birds.planner import closest_angle
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.things.names import PLATFORM

_STRATEGIES = (hit_pigs, tip_over, drop_balls, collapse, dig, use_power)
_COVERED = 0.49  # a pig with no idea above this confidence gets last resorts
_SAME = 1e-6

Aim = tuple[float, float]


@agent("bambirds-like", version=1)
class BambirdsLike(Agent):
    """Reasons about what rests on what, and plays the idea with the highest confidence.

    After failed attempts it draws one of the other ideas by softmax with temperature `heat`. With
    `replays` it repeats the shots that solved a task before; without, it learns from failures only.
    Our reading of the ideas of Bambirds, the champion of 2016 and 2019, and a stronger agent: it
    sees exact outlines, aims exactly, and was written with all templates in sight.
    """

    worlds = ("birds",)
    heat: float = 0.15
    replays: bool = False

    def __post_init__(self) -> None:
        if not self.heat > 0:
            raise BadInput(f"heat {self.heat}: give more than 0")

    def act(self, task: Task, past: Sequence[Attempt]) -> Action | Policy:
        solved = [each for each in past if each.outcome is Outcome.SOLVED and each.action]
        if self.replays and solved:
            return tuple(number or 0.0 for number in solved[0].action or ())
        rng, failed = self.rng, [each for each in past if each not in solved]
        flown = 0

        def choose(layout: Layout) -> Shot:
            nonlocal flown
            flown += 1
            ideas = _ideas(layout, _list_aims(failed, flown - 1))
            if not ideas:
                return random_shot(rng)
            return (self._drawn(ideas, rng) if failed else ideas[0]).shot

        return shot_by_shot(choose)

    def _drawn(self, ideas: Sequence[Idea], rng: np.random.Generator) -> Idea:
        best = max(idea.rank for idea in ideas)
        return ideas[choose(rng, [maths.exp((idea.rank - best) / self.heat) for idea in ideas])]


def _ideas(layout: Layout, failed: Sequence[Aim]) -> list[Idea]:
    """Return the best idea per target, without those that failed, best first."""
    prospect = prospect_of(layout.things, layout.birds)
    found = _best([idea for strategy in _STRATEGIES for idea in strategy(prospect)], failed)
    covered = {pig for idea in found if idea.confidence > _COVERED for pig in idea.pigs}
    found += last_resorts(prospect, [pig for pig in layout.pigs if pig not in covered])
    return sorted(_best(found, failed), key=lambda idea: -idea.rank)


def _best(ideas: Sequence[Idea], failed: Sequence[Aim]) -> list[Idea]:
    """Return the most confident idea per target, without those that failed."""
    best: dict[Thing, Idea] = {}
    for idea in ideas:
        better = idea.target not in best or idea.confidence > best[idea.target].confidence
        if better and not _among(idea, failed):
            best[idea.target] = idea
    return list(best.values())


def _list_aims(past: Sequence[Attempt], number: int) -> list[Aim]:
    """Return how the bird of a number was aimed in past attempts."""
    shots = [(each.action or ())[number * NUMBERS :][:2] for each in past]
    return [(shot[0] or 0.0, shot[1] or 0.0) for shot in shots if shot]


def _among(idea: Idea, shots: Sequence[Aim]) -> bool:
    return any(abs(idea.shot.x - x) < _SAME and abs(idea.shot.y - y) < _SAME for x, y in shots)


_ABOVE_LEFT = 4.0  # largest distance of a block above a pig and to its left, in units
_BOUNCE, _STEADY = 0.4, 0.02  # confidence, and its growth per neighbouring ray that does the same
_ROUGHLY = 0.45
_LESS_A_PIXEL = 0.002


def last_resorts(prospect: Prospect, pigs: Iterable[Thing]) -> list[Idea]:
    """Return the last resorts for some pigs."""
    wanted = list(pigs)
    found = bounces(prospect, wanted) if wanted else []
    for pig in wanted:
        found += from_above(prospect, pig) + nearby(prospect, pig) + roughly(prospect, pig)
    return found


def from_above(prospect: Prospect, pig: Thing) -> list[Idea]:
    """Hit blocks above and left of a pig, so that they fall on it."""
    return [
        Idea("above", block, with_power(trajectory), 0.5, (pig,))
        for block in prospect.layout.blocks
        if block.middle[0] < pig.middle[0]
        and block.bottom > pig.top
        and apart(block, pig) < _ABOVE_LEFT
        and (trajectory := prospect.flat(block)) is not None
    ]


def nearby(prospect: Prospect, pig: Thing) -> list[Idea]:
    """Hit any block near a pig; the nearer the better."""
    return [
        Idea(
            "near",
            block,
            with_power(free[0]),
            0.5 - _LESS_A_PIXEL * apart(block, pig) / PIXEL,
            (pig,),
        )
        for block in prospect.layout.blocks
        if (free := prospect.free(block))
    ]


def roughly(prospect: Prospect, pig: Thing) -> list[Idea]:
    """Shoot as near as possible to a pig that is out of reach."""
    if prospect.trajectories(pig):
        return []
    bird = prospect.layout.bird
    shot = Shot.at_angle(closest_angle(*pig.middle, bird=bird))
    return [Idea("roughly", pig, shot, _ROUGHLY, (pig,))]


def bounces(prospect: Prospect, pigs: list[Thing]) -> list[Idea]:
    """Bounce off a platform or the ground into a pig; best where nearby angles do so too."""
    layout = prospect.layout
    rays = [
        (ray, bounce(layout, ray) if ray.thing is None or ray.thing.kind == PLATFORM else None)
        for ray in prospect.rays
    ]
    found = []
    for hit, group in groupby(rays, key=lambda pair: pair[1]):
        run = [ray for ray, _ in group]
        if hit in pigs and hit is not None:
            ray = run[len(run) // 2]
            sure = min(_BOUNCE + _STEADY * len(run), 0.6)
            found.append(Idea("bounce", ray.thing or hit, ray.shot, sure, (hit,)))
    return found
