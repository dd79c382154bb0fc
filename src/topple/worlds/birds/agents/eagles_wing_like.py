"""Eagle's-Wing-like: score the shots of five strategies, with a bonus for unobstructed ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from topple.agents.agent import Agent, agent
from topple.tasks.attempt import Attempt, Policy
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.birds.action_space import turned
from topple.worlds.birds.agents._slingshot.layout import Layout
from topple.worlds.birds.agents._slingshot.policy import random_shot, shot_by_shot
from topple.worlds.birds.agents._slingshot.scores import (
    PIXEL,
    Plan,
    at_balls,
    at_buildings,
    at_pigs,
    at_tnt,
)
from topple.worlds.birds.agents._slingshot.trajectories import Trajectory, trajectories_to
from topple.worlds.birds.planner import flight
from topple.worlds.birds.shot import Shot

_LEAST_BUILDING = 1000.0
_CLEAR = {"pigs": 10_000.0, "balls": 5_000.0}  # bonus for an unobstructed trajectory
# The materials a bird flies through, points per block, and the least share of all blocks.
_PIERCED = {"BirdBlue": ("ice",), "BirdYellow": ("wood",), "BirdBlack": ("wood", "stone", "ice")}
_PIERCED_SCORE = 20.0
_FIRST_SHARE, _LATER_SHARE = 0.15, 0.25
_TAP = 0.7  # share of the flight time, for yellow and blue birds
_SHORT = 10 * PIXEL  # distance before its goal at which a white bird drops its egg
_NUDGE = math.radians(1.5)  # largest change of the aim after a failed attempt


@agent("eagles-wing-like", version=1)
class EaglesWingLike(Agent):
    """Plays the shot with the highest score, as `datalab-like` does; prefers unobstructed shots.

    It can also shoot through many blocks. After a failed attempt it changes the aim a little. Our
    reading of the ideas of Eagle's Wing, the champion of 2017 and 2018: it sees exact outlines,
    aims exactly, and was written with all templates in sight.
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
            shot = _tap(plan.trajectory)
            return _nudge(shot, rng) if failed else shot

        return shot_by_shot(choose)


def _best(layout: Layout, first: bool) -> Plan | None:
    """Return the plan with the highest score; of equal ones, that of the earlier strategy."""
    pigs = [_with_bonus(plan) for plan in at_pigs(layout)]
    plans = [plan for plan in at_buildings(layout) if plan.score >= _LEAST_BUILDING]
    plans += pigs + [_with_bonus(plan) for plan in at_balls(layout)]
    plans += at_tnt(layout) + _through(layout, first)
    best = max(plans, key=lambda plan: plan.score, default=None)
    if best is not None and best.trajectory.walled:
        return max(pigs, key=lambda plan: plan.score, default=best)
    return best


def _with_bonus(plan: Plan) -> Plan:
    """Add a bonus to a plan whose trajectory is unobstructed."""
    clear = plan.trajectory.free or all(thing.is_pig for thing in plan.trajectory.before)
    return Plan(plan.by, plan.trajectory, plan.score + _CLEAR[plan.by] * clear)


def _through(layout: Layout, first: bool) -> list[Plan]:
    """Plan to fly through many blocks of the material that the bird pierces."""
    pierced = [block for block in layout.blocks if block.material in _PIERCED.get(layout.bird, ())]
    least = (_FIRST_SHARE if first else _LATER_SHARE) * len(layout.blocks)
    found = []
    for block in pierced:
        for trajectory in trajectories_to(layout, block, [block.middle]):
            passed = 1 + sum(thing in pierced for thing in (*trajectory.before, *trajectory.after))
            if passed > least and not trajectory.walled:
                found.append(Plan("through", trajectory, _PIERCED_SCORE * passed))
    return found


def _tap(trajectory: Trajectory) -> Shot:
    if trajectory.bird == "BirdWhite":
        short = _SHORT / flight(trajectory.shot, trajectory.bird).speed_x
        return trajectory.tapped(1.0, until=max(0.0, trajectory.arrival - short))
    return (
        trajectory.tapped(_TAP)
        if trajectory.bird in ("BirdYellow", "BirdBlue")
        else trajectory.shot
    )


def _nudge(shot: Shot, rng: np.random.Generator) -> Shot:
    return turned(shot, rng.uniform(-_NUDGE, _NUDGE), 0.0)
