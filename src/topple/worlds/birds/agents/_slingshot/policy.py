"""How heuristics play: wait until nothing moves, look, choose one shot."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from topple.tasks.attempt import Action, Policy
from topple.worlds.birds.agents._slingshot.layout import Layout
from topple.worlds.birds.agents._slingshot.perception import things
from topple.worlds.birds.observation import Observation
from topple.worlds.birds.shot import Shot

_FLATTEST, _STEEPEST = 0.0, math.radians(80)


def shot_by_shot(choose: Callable[[Layout], Shot]) -> Policy:
    """Make a policy from a function that chooses a shot; it stops when no pig is left."""

    def shoot(seen: Observation) -> Action | None:
        seen.rest()
        layout = Layout(things(seen), seen.birds)
        return choose(layout).row() if layout.pigs else None

    return shoot


def random_shot(rng: np.random.Generator) -> Shot:
    """Return a shot at full stretch at a random upward angle."""
    return Shot.at_angle(rng.uniform(_FLATTEST, _STEEPEST))
