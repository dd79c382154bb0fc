"""The actions of pool tasks: one shot of four numbers, as many as a game has, or an option."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction
from topple.sim import maths
from topple.tasks.actions import ActionSpace, read_numbers
from topple.tasks.attempt import Action
from topple.tasks.draw import normals
from topple.tasks.moves import Number, one_of
from topple.worlds.pool.shot import FARTHEST, FASTEST, NUMBERS, SLOWEST, Shot, action_of, shots_of

SHOT = (
    Number("angle", 0.0, 360.0),
    Number("speed", SLOWEST, FASTEST),
    Number("side", -FARTHEST, FARTHEST),
    Number("height", -FARTHEST, FARTHEST),
)
_DEGREES = 10.0  # spread of the angle where that of the other numbers is 1
_RADII = 0.2  # spread of the spot


@dataclass(frozen=True)
class Shots(ActionSpace):
    """Up to `count` shots."""

    candidates_seed = 20
    verb = "shoot"
    count: int

    @property
    def name(self) -> str:
        return f"shots-{self.count}"

    @property
    def dimensions(self) -> int:
        return NUMBERS * self.count

    def numbers(self) -> tuple[Number, ...]:
        return SHOT * self.count

    def sample(self, rng: np.random.Generator) -> Action:
        """Draw every shot uniformly: all directions, speeds and spots."""
        return action_of([random_shot(rng) for _ in range(self.count)])

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Draw shots near the given ones, within the limits of speed and spot."""
        return action_of([_near(shot, rng, spread) for shot in shots_of(action)])

    def one(self, action: object) -> Action:
        """Return numbers as shots; raise `BadAction` if there are too few or too many."""
        row = read_numbers(action)
        if row.ndim != 1 or not len(row) or len(row) % NUMBERS or len(row) > self.dimensions:
            raise BadAction(
                f"up to {self.count} shots take {NUMBERS} numbers each, not shape {row.shape}",
                "give angle, speed, side and height of each shot",
            )
        return tuple(row.tolist())


class GameShots(Shots):
    """The shots of a game, which a policy may choose one by one."""

    policies = True


@dataclass(frozen=True)
class Options(ActionSpace):
    """One of `count` options of a question, by its number from 0."""

    verb = "answer"
    count: int

    @property
    def name(self) -> str:
        return f"options-{self.count}"

    @property
    def dimensions(self) -> int:
        return 1

    def numbers(self) -> tuple[Number, ...]:
        return (one_of("option", range(self.count)),)

    def sample(self, rng: np.random.Generator) -> Action:
        return (float(rng.integers(self.count)),)

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Draw any option: none is closer than another."""
        return self.sample(rng)

    def candidates(self, count: int) -> NDArray[np.float64]:
        """Return all options."""
        return np.arange(min(count, self.count), dtype=np.float64)[:, None]

    def one(self, action: object) -> Action:
        """Return the number of an option; raise `BadAction` if it is not one number."""
        row = read_numbers(action)
        if row.shape != (1,):
            raise BadAction(f"an option is one number, not shape {row.shape}", "give it from 0")
        return (float(row[0]),)


def random_shot(rng: np.random.Generator) -> Shot:
    """Draw a shot uniformly: all directions, speeds and spots."""
    turn, area, angle, speed = rng.random(4).tolist()
    turn, radius = 2 * math.pi * turn, FARTHEST * math.sqrt(area)
    return Shot(
        360 * angle,
        SLOWEST + (FASTEST - SLOWEST) * speed,
        radius * maths.cos(turn),
        radius * maths.sin(turn),
    )


def _near(shot: Shot, rng: np.random.Generator, spread: float) -> Shot:
    scale = np.array([_DEGREES, 1.0, _RADII, _RADII])
    angle, speed, side, height = (shot + spread * scale * np.array(normals(rng, NUMBERS))).tolist()
    shrink = min(1.0, FARTHEST / max(maths.hypot(side, height), 1e-12))
    return Shot(angle, min(max(speed, SLOWEST), FASTEST), side * shrink, height * shrink)
