"""The action form of birds: a shot by angle and power."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from topple.errors import BadInput, EngineFault
from topple.prompting.form import PERCENT
from topple.prompting.reader import Slot, Values
from topple.prompting.turn_form import TurnForm
from topple.sim import maths
from topple.sim.counting import uncounted
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.birds.action_space import shots_of
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.models.description import TAP_S, TAPPED
from topple.worlds.birds.rules import TIME_STEP, Rules
from topple.worlds.birds.shot import Shot
from topple.worlds.birds.things.birds import BIRDS, BirdKind
from topple.worlds.birds.world import WORLD, own_task

_DEGREES = {"°": 1.0, "deg": 1.0, "degree": 1.0, "degrees": 1.0}
_RADIANS = {"rad": 180 / math.pi, "radian": 180 / math.pi, "radians": 180 / math.pi}


_ANGLES = tuple(float(angle) for angle in range(0, 91, 2))
# The oracle tries these shots where the stored solution cannot be written.
_SHOTS = tuple(
    (float(angle), twentieths / 20) for angle in range(91) for twentieths in range(1, 21)
)


@dataclass(frozen=True)
class Sling(TurnForm[BirdsGame]):
    """A shot by angle and power.

    The sling is ready again while the last bird still flies. A picture of that moment would show
    neither what the shot did nor how fast things are, so a turn begins when everything rests.
    """

    @property
    def name(self) -> str:
        return "angle-power"

    @property
    def slots(self) -> tuple[Slot, ...]:
        return (
            Slot("angle", r"angle(?: in)?(?: degrees| deg)?|theta|θ", {**_DEGREES, **_RADIANS}),
            Slot("power", r"power|strength|force", PERCENT),
        )

    @property
    def pattern(self) -> str:
        return "shoot(angle=A, power=P)"

    @property
    def example(self) -> Values:
        return 80, 0.1

    @property
    def verbs(self) -> str:
        return "shoot|shot|fire|launch"

    def explained(self) -> tuple[str, ...]:
        return (
            "A is the direction of flight in degrees, from 0 (level, to the right) to 90 "
            "(straight up).",
            "P is how far the sling is drawn, from 0 (not at all) to 1 (fully). The bird's speed "
            "is proportional to it.",
        )

    def refusal(self, values: Sequence[float]) -> str:
        angle, power = values
        if not 0 <= angle <= 90:
            return f"the angle is {angle:g}: give 0 to 90 degrees"
        if not 0 <= power <= 1:
            return f"the power is {power:g}: give 0 to 1"
        return ""

    def action(self, values: Sequence[float]) -> Action:
        return shot(values)

    def words(self, values: Sequence[float]) -> str:
        return f"shoot(angle={values[0]:.10g}, power={values[1]:.10g})"

    def sample(self, rng: np.random.Generator) -> Values:
        return _draw(rng, 0)

    def mock(self, rng: np.random.Generator) -> str:
        """Shoot anywhere, with at least half of the power."""
        return self.words(_draw(rng, 0.5))

    def searched(self) -> Sequence[Values]:
        return _SHOTS

    def constants(self, task: Task) -> Sequence[Values]:
        return [(angle, 1.0) for angle in _ANGLES]

    def moves(self, action: Sequence[float]) -> list[Values]:
        found = [
            (math.degrees(maths.atan2(-s.y, -s.x)), min(1.0, maths.hypot(s.x, s.y)))
            for s in shots_of(action)
        ]
        return [] if any(map(self.refusal, found)) else [*found]

    def begin(self, task: Task) -> BirdsGame:
        with uncounted():  # no move is made yet
            (game,) = WORLD.start_games([task], 1)
            _rest(game)
        return game

    def play(self, game: BirdsGame, values: Values) -> None:
        """Shoot; the bird uses its power as in DeepPHY."""
        game.play(move_of(BIRDS[game.birds[0]], values, game.rules))
        _rest(game)

    def repeated(self, task: Task, values: Values) -> Action:
        """Shoot all birds alike, each as soon as the sling is ready."""
        own = own_task(task)
        moves = (move_of(BIRDS[bird], values, own.rules) for bird in own.level.birds)
        return tuple(number for move in moves for number in move)

    def turns(self, task: Task) -> int:
        return len(own_task(task).level.birds)


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


def _rest(game: BirdsGame) -> None:
    if game.engine_fault:
        raise EngineFault(game.engine_fault)
    if not game.over:
        game.rest()


def _draw(rng: np.random.Generator, least_power: float) -> Values:
    angle = round(float(rng.uniform(0, 90)), 1)
    return angle, round(float(rng.uniform(least_power, 1)), 2)


def form(name: str) -> Sling:
    """Find the action form by name."""
    if name != Sling().name:
        raise BadInput(f"`{name[:40]}` is not an action form of birds", f"give {Sling().name}")
    return Sling()
