"""Datalab: score the shots of four strategies and play the best."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.agents.agent import Agent, agent
from topple.agents.slingshot.buildings import at_buildings
from topple.agents.slingshot.layout import Layout
from topple.agents.slingshot.policy import random_shot, shot_by_shot
from topple.agents.slingshot.scores import at_balls, at_pigs, at_tnt
from topple.agents.slingshot.trajectories import Way
from topple.tasks.attempt import Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.birds.shot import Shot

_STRATEGIES = (at_buildings, at_pigs, at_balls, at_tnt)
_LEAST_WORTH = 1000.0
_BEFORE_CONTACT, _WHITE = (0.85, 0.93), (0.95, 0.98)


@agent("datalab", version=1)
class Datalab(Agent):
    """Plays the shot with the highest score at a building, pig, ball or TNT.

    If no shot scores 1000 points, it plays a random one. Modelled on the description of Datalab,
    the champion of 2014 and 2015.
    """

    worlds = ("birds",)

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        rng = self.rng

        def choose(layout: Layout) -> Shot:
            plans = [plan for strategy in _STRATEGIES for plan in strategy(layout)]
            best = max(plans, key=lambda plan: plan.worth, default=None)
            if best is None or best.worth < _LEAST_WORTH:
                return random_shot(rng)
            return _tapped(best.way, rng)

        return shot_by_shot(choose)


def _tapped(way: Way, rng: np.random.Generator) -> Shot:
    """Use a power shortly before the first thing hit; a white bird's nearly above its goal."""
    if way.bird in ("BirdYellow", "BirdBlue"):
        return way.tapped(rng.uniform(*_BEFORE_CONTACT), until=way.contact)
    if way.bird == "BirdWhite":
        return way.tapped(rng.uniform(*_WHITE))
    return way.shot
