"""Datalab-like: score the shots of four strategies and play the best."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.agents.agent import Agent, agent
from topple.tasks.attempt import Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.birds.agents._slingshot.layout import Layout
from topple.worlds.birds.agents._slingshot.policy import random_shot, shot_by_shot
from topple.worlds.birds.agents._slingshot.scores import at_balls, at_buildings, at_pigs, at_tnt
from topple.worlds.birds.agents._slingshot.trajectories import Trajectory
from topple.worlds.birds.shot import Shot

_STRATEGIES = (at_buildings, at_pigs, at_balls, at_tnt)
_LEAST_SCORE = 1000.0
_BEFORE_CONTACT, _WHITE = (0.85, 0.93), (0.95, 0.98)


@agent("datalab-like", version=1)
class DatalabLike(Agent):
    """Plays the shot with the highest score at a building, pig, ball or TNT.

    If no shot scores 1000 points, it plays a random one. Our reading of the ideas of Datalab, the
    champion of 2014 and 2015, and a stronger agent: it sees exact outlines, aims exactly, knows
    balls, and was written with all templates in sight.
    """

    worlds = ("birds",)

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        rng = self.rng

        def choose(layout: Layout) -> Shot:
            plans = [plan for strategy in _STRATEGIES for plan in strategy(layout)]
            best = max(plans, key=lambda plan: plan.score, default=None)
            if best is None or best.score < _LEAST_SCORE:
                return random_shot(rng)
            return _tap(best.trajectory, rng)

        return shot_by_shot(choose)


def _tap(trajectory: Trajectory, rng: np.random.Generator) -> Shot:
    """Use the power shortly before the first contact; a white bird's nearly above its goal."""
    if trajectory.bird in ("BirdYellow", "BirdBlue"):
        return trajectory.tapped(rng.uniform(*_BEFORE_CONTACT), until=trajectory.contact)
    if trajectory.bird == "BirdWhite":
        return trajectory.tapped(rng.uniform(*_WHITE))
    return trajectory.shot
