"""How heuristics play: wait until all rests, look, plan one shot."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from topple.agents.slingshot.layout import Layout
from topple.agents.slingshot.perception import things
from topple.tasks.attempt import Action, Policy
from topple.worlds.birds.observation import Seen
from topple.worlds.birds.shot import Shot

_FLATTEST, _STEEPEST = 0.0, math.radians(80)


def shot_by_shot(choose: Callable[[Layout], Shot]) -> Policy:
    """Make a policy of what chooses a shot; it stops when no pig is left."""

    def shoot(seen: Seen) -> Action | None:
        seen.rest()
        layout = Layout(things(seen), seen.birds)
        return choose(layout).row() if layout.pigs else None

    return shoot


def random_shot(rng: np.random.Generator) -> Shot:
    """Shoot anywhere forwards with full force."""
    return Shot.at_angle(rng.uniform(_FLATTEST, _STEEPEST))
