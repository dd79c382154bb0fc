"""Eagle's Wing: score the shots of five strategies, with a bonus for unobstructed ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from topple.agents.agent import Agent, agent
from topple.agents.slingshot.buildings import at_buildings
from topple.agents.slingshot.layout import Layout
from topple.agents.slingshot.policy import random_shot, shot_by_shot
from topple.agents.slingshot.scores import PIXEL, Plan, at_balls, at_pigs, at_tnt
from topple.agents.slingshot.trajectories import Way, ways
from topple.tasks.attempt import Attempt, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds.action_space import turned
from topple.worlds.birds.planner import flight
from topple.worlds.birds.shot import Shot

_LEAST_BUILDING = 1000.0
_CLEAR = {"pigs": 10_000.0, "balls": 5_000.0}  # more for a way with nothing in it
# What a bird flies through, what that is worth a block, and how many of all it must be.
_PIERCED = {"BirdBlue": ("ice",), "BirdYellow": ("wood",), "BirdBlack": ("wood", "stone", "ice")}
_PIERCED_WORTH = 20.0
_FIRST_SHARE, _LATER_SHARE = 0.15, 0.25
_TAP = 0.7  # of the way, for yellow and blue birds
_SHORT = 10 * PIXEL  # how much before its goal a white bird drops its egg
_NUDGE = math.radians(1.5)  # of the aim after a failed try


@agent("eagles-wing", version=1)
class EaglesWing(Agent):
    """Plays the shot with the highest score, like `datalab`; prefers unobstructed shots.

    It can also shoot through many blocks. After a failed attempt it changes the aim a little.
    Modelled on the description of Eagle's Wing, the
    champion of 2017 and 2018.
    """

    worlds = ("birds",)

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        rng = self.rng
        failed = bool(past) and past[-1].outcome is not Outcome.SOLVED
        flown = 0

        def choose(layout: Layout) -> Shot:
            nonlocal flown
            first, flown = not flown, flown + 1
            plan = _best(layout, first)
            if plan is None:
                return random_shot(rng)
            shot = _tapped(plan.way)
            return _nudged(shot, rng) if failed else shot

        return shot_by_shot(choose)


def _best(layout: Layout, first: bool) -> Plan | None:
    """Give the plan worth most; of equals the earlier strategy's."""
    pigs = [_cleared(plan) for plan in at_pigs(layout)]
    plans = [plan for plan in at_buildings(layout) if plan.worth >= _LEAST_BUILDING]
    plans += pigs + [_cleared(plan) for plan in at_balls(layout)]
    plans += at_tnt(layout) + _through(layout, first)
    best = max(plans, key=lambda plan: plan.worth, default=None)
    if best is not None and best.way.walled:
        return max(pigs, key=lambda plan: plan.worth, default=best)
    return best


def _cleared(plan: Plan) -> Plan:
    """Let a way with nothing in it win over what is merely likely."""
    clear = plan.way.free or all(thing.is_pig for thing in plan.way.before)
    return Plan(plan.by, plan.way, plan.worth + _CLEAR[plan.by] * clear)


def _through(layout: Layout, first: bool) -> list[Plan]:
    """Fly through as many blocks as the bird is made for."""
    pierced = [block for block in layout.blocks if block.material in _PIERCED.get(layout.bird, ())]
    least = (_FIRST_SHARE if first else _LATER_SHARE) * len(layout.blocks)
    found = []
    for block in pierced:
        for way in ways(layout, block, [block.middle]):
            passed = 1 + sum(thing in pierced for thing in (*way.before, *way.after))
            if passed > least and not way.walled:
                found.append(Plan("through", way, _PIERCED_WORTH * passed))
    return found


def _tapped(way: Way) -> Shot:
    if way.bird == "BirdWhite":
        short = _SHORT / flight(way.shot, way.bird).speed_x
        return way.tapped(1.0, until=max(0.0, way.arrival - short))
    return way.tapped(_TAP) if way.bird in ("BirdYellow", "BirdBlue") else way.shot


def _nudged(shot: Shot, rng: np.random.Generator) -> Shot:
    return turned(shot, rng.uniform(-_NUDGE, _NUDGE), 0.0)
