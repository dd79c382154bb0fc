"""PHYRE's action tiers: one ball or two, three numbers in [0, 1] each: x, y, radius."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction, UnknownName
from topple.tasks.actions import ActionSpace
from topple.tasks.attempt import Action
from topple.tasks.draw import normals
from topple.tasks.moves import Number

SMALLEST_RADIUS = 2.0
LARGEST_RADIUS = 32.0
# PHYRE's agents rank the first of 100,000 actions drawn with this seed.
CANDIDATES_SEED = 42


class Reason(IntEnum):
    """Why an action is refused."""

    NONE = 0
    OUT_OF_RANGE = 1
    OUT_OF_SCENE = 2
    BALLS_TOO_NEAR = 3
    OCCLUDED = 4

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Tier(ActionSpace):
    """How many balls an action places."""

    verb = "place"
    name: str = ""
    balls: int = 1

    @property
    def dimensions(self) -> int:
        return 3 * self.balls

    def numbers(self) -> tuple[Number, ...]:
        return tuple(Number(name, 0.0, 1.0) for name in ("x", "y", "radius")) * self.balls

    def fits(self, actions: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which actions pass the checks that need no scene: range, frame, overlap."""
        parts = actions.reshape(-1, self.balls, 3)
        x, y, r = parts[..., 0] * 255, parts[..., 1] * 255, parts[..., 2] * 30 + 2
        ok = ((parts >= 0) & (parts <= 1)).all(axis=(1, 2))
        ok &= ((x >= r) & (x <= 256 - r) & (y >= r) & (y <= 256 - r)).all(axis=1)
        if self.balls == 2:
            gap = np.sqrt((x[:, 0] - x[:, 1]) ** 2 + (y[:, 0] - y[:, 1]) ** 2)
            ok &= gap >= r[:, 0] + r[:, 1] + 1
        return np.asarray(ok)

    def _fits_one(self, action: list[float]) -> bool:
        """Return what `fits` says of one action in the box; arrays this small take far longer."""
        balls = []
        for i in range(0, self.dimensions, 3):
            x, y, r = action[i] * 255, action[i + 1] * 255, action[i + 2] * 30 + 2
            if not (r <= x <= 256 - r and r <= y <= 256 - r):
                return False
            balls.append((x, y, r))
        if self.balls == 1:
            return True
        (x, y, r), (other_x, other_y, other_r) = balls
        dx, dy = x - other_x, y - other_y
        return math.sqrt(dx * dx + dy * dy) >= r + other_r + 1

    def action_set(self, count: int, seed: int = 1) -> NDArray[np.float64]:
        """Draw PHYRE's discrete action set: the same numbers as the original for each seed."""
        draws = np.random.RandomState(seed)
        kept: list[NDArray[np.float64]] = []
        have = 0
        while have < count:
            # One long draw gives the same numbers as many short ones.
            chunk = draws.uniform(size=(max(count, 64), self.dimensions))
            chunk = chunk[self.fits(chunk)]
            kept.append(chunk)
            have += len(chunk)
        return np.concatenate(kept)[:count] if kept else np.empty((0, self.dimensions))

    def candidates(self, count: int) -> NDArray[np.float64]:
        """Return the first actions of the list that PHYRE's agents rank."""
        return _candidates(self, count)

    def sample(self, rng: np.random.Generator) -> Action:
        """Draw an action that passes the checks that need no scene."""
        while True:
            for drawn in rng.random((16, self.dimensions)).tolist():
                if self._fits_one(drawn):
                    return tuple(drawn)

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Draw an action near another, normally distributed and clipped to the box."""
        drawn = np.array(action) + np.multiply(spread, normals(rng, len(action)))
        return tuple(np.clip(drawn, 0.0, 1.0).tolist())

    def one(self, action: object) -> Action:
        """Convert numbers to one action; raise `BadAction` if they are not one."""
        table = self.read(action)
        if len(table) != 1:
            raise BadAction(f"one action, not {len(table)}")
        return tuple(table[0].tolist())

    def read(self, actions: object) -> NDArray[np.float64] | NDArray[np.float32]:
        """Convert numbers to a table of actions; float32 is kept, because it rounds differently."""
        try:
            table = np.asarray(actions)
        except ValueError as error:
            raise BadAction(f"not an action: {error}") from error
        if table.dtype.newbyteorder("=") == np.float32:
            table = table.astype(np.float32, copy=False)
        else:
            if table.dtype.kind not in "fiu":
                raise BadAction(f"an action is made of numbers, not {table.dtype}")
            table = table.astype(np.float64)
        if table.ndim == 1:
            table = table[None]
        if table.ndim != 2 or table.shape[1] != self.dimensions:
            raise BadAction(
                f"tier `{self.name}` takes {self.dimensions} numbers, not shape {table.shape[1:]}",
                "give x, y and radius of each ball, all from 0 to 1",
            )
        return np.ascontiguousarray(table)


TIERS = {tier.name: tier for tier in (Tier("ball", 1), Tier("two_balls", 2))}


@lru_cache(maxsize=8)
def _candidates(tier: Tier, count: int) -> NDArray[np.float64]:
    actions = tier.action_set(count, CANDIDATES_SEED)
    actions.flags.writeable = False
    return actions


def tier(name: str) -> Tier:
    """Find a tier by name."""
    if name not in TIERS:
        raise UnknownName("tier", name, known=TIERS, see="topple list")
    return TIERS[name]
