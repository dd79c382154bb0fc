"""A bird game in turns: each shot is made when nothing moves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from topple.errors import EngineFault
from topple.sim import maths
from topple.tasks.attempt import Action
from topple.worlds.birds.models.description import TAP_S, TAPPED
from topple.worlds.birds.moves import BirdsGame, advance
from topple.worlds.birds.rules import TIME_STEP, Rules
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.task import BirdsTask
from topple.worlds.birds.things.birds import BIRDS, BirdKind


def shot(values: Sequence[float], tap: float | None = None) -> Action:
    """Return the world's shot at an angle in degrees with a power, and the time of its tap."""
    return Shot.at_angle(math.radians(values[0]), values[1], tap).row()


def move_of(bird: BirdKind, values: Sequence[float], rules: Rules) -> Action:
    """Return the shot of a bird, with the time at which it uses its power.

    That is DeepPHY's time or, if it comes later, the first moment at which the game accepts a tap:
    the front of the bird must have passed the sling by some distance, at the speed of its release.
    """
    if bird.power not in TAPPED:
        return shot(values)
    if rules.early_taps_wait:
        return shot(values, TAP_S)
    angle, power = math.radians(values[0]), values[1]
    across = power * maths.cos(angle)
    way = rules.tap_distance - 2 * bird.radius + across
    if across * rules.speed_per_stretch * rules.bird_most_time <= way:
        return shot(values)
    steps = math.ceil(way / (across * rules.speed_per_stretch) / TIME_STEP) + 1
    return shot(values, max(TAP_S, steps * TIME_STEP))


class Turns(BirdsGame):
    """A game in play, at rest unless it is over.

    The sling is ready again while the last bird still flies. A picture of that moment would show
    neither what the shot did nor how fast things are, so a turn begins when everything rests.
    """

    def __init__(self, task: BirdsTask) -> None:
        super().__init__(task)
        advance([self], [None], 1)
        self._rest()

    @property
    def birds(self) -> tuple[str, ...]:
        """The birds that are left; the first one sits on the sling."""
        birds = self.game.level.birds
        return birds[len(birds) - self.game.native.birds_left :]

    def shoot(self, values: Sequence[float]) -> None:
        """Shoot at an angle with a power; the bird uses its power as in DeepPHY."""
        self.play(move_of(BIRDS[self.birds[0]], values, self.game.rules))
        self._rest()

    def _rest(self) -> None:
        if self.engine_fault:
            raise EngineFault(self.engine_fault)
        if not self.over:
            self.see().rest()
