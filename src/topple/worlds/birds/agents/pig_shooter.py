"""Pig Shooter: shoot directly at a pig."""

from __future__ import annotations

import math
from collections.abc import Sequence

from topple.agents.agent import Agent, agent
from topple.tasks.attempt import Action, Attempt, Policy
from topple.tasks.task import Task
from topple.worlds.birds.agents._slingshot.perception import pigs
from topple.worlds.birds.look.fixtures import SLING_HEIGHT, SLING_WIDTH
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.planner import shots_at, tap_time
from topple.worlds.birds.shot import Shot

# Share of the way to the pig after which the power is used.
_TAPS = {"BirdYellow": (0.65, 0.89), "BirdWhite": (0.5, 0.69), "BirdBlue": (0.65, 0.84)}
# From the sling's upper left corner to where birds rest, in widths of the sling.
_REST_RIGHT, _REST_DOWN = 0.45, 0.35
# Where no arc reaches the pig. The published code gives a fixed point of the picture and not of the
# sling, (-600, 560), which the game takes for a pull at this angle.
_OUT_OF_REACH = Shot.at_angle(math.radians(24.2))


@agent("pig-shooter", version=2)
class PigShooter(Agent):
    """Shoots directly at a random pig, on the flat or the steep arc.

    The simplest baseline of Phy-Q, written from its description. Birds with a power use it on the
    way. With `faithful` it shoots about a degree too high, as the published agent did: its code
    mixes up the corner of the sling and the point where birds rest.
    """

    worlds = ("birds",)
    faithful: bool = False

    def act(self, task: Task, past: Sequence[Attempt]) -> Policy:
        rng = self.rng

        def shoot(seen: Observation) -> Action | None:
            targets = pigs(seen)
            if not targets:
                return None
            x, y = targets[int(rng.integers(len(targets)))].middle
            bird = seen.birds[0]
            shots = shots_at(x, y, bird=bird)
            shot = shots[int(rng.integers(len(shots)))] if shots else _OUT_OF_REACH
            share = rng.uniform(*_TAPS.get(bird, (0.0, 0.0)))
            tap = tap_time(shot, x, share, bird) if bird in _TAPS else None
            shot = _askew(shot) if self.faithful else shot
            return Shot(shot.x, shot.y, tap).row()

        return shoot


def _askew(shot: Shot) -> Shot:
    """Pull the sling back five times its height, as the original does, with its wrong offset."""
    x, y = 5 * SLING_HEIGHT * shot.x, 5 * SLING_HEIGHT * shot.y
    return Shot(x + _REST_RIGHT * SLING_WIDTH, y - _REST_DOWN * SLING_WIDTH)
