"""The actions of a level: what drives its live channels, decision after decision.

An action is a list of rows: a number per live channel, then for how many steps the row is held. A
motor takes -1 (clockwise), 0 or 1, a thruster 0 or 1; fractions drive them more weakly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadAction
from topple.tasks.actions import ActionSpace, read_numbers
from topple.tasks.attempt import Action
from topple.worlds.kinetix.level import MOTORS, THRUSTERS

MOST_STEPS = 256
DECISIONS = 16  # decisions of a random action, as in DeepPHY
HOLD = 16  # steps of each
CHANNELS = MOTORS + THRUSTERS
_CANDIDATES_SEED = 19

Rows = NDArray[np.float32]


@dataclass(frozen=True)
class Drives(ActionSpace):
    """Decisions for some live channels, of which motors come first."""

    policies = True
    channels: tuple[int, ...]

    @property
    def name(self) -> str:
        return "drives-" + "-".join(map(channel_name, self.channels))

    @property
    def width(self) -> int:
        """Numbers per row."""
        return len(self.channels) + 1

    @property
    def dimensions(self) -> int:
        return MOST_STEPS * self.width

    @property
    def choices(self) -> list[tuple[int, ...]]:
        """All drives in whole numbers; the first drives nothing."""
        return list(product(*((0, 1, -1) if c < MOTORS else (0, 1) for c in self.channels)))

    def sample(self, rng: np.random.Generator) -> Action:
        """Draw 16 decisions, held 16 steps each, as DeepPHY's random player does."""
        rows = np.full((DECISIONS, self.width), HOLD)
        choices = _choices(self)
        rows[:, :-1] = choices[rng.integers(len(choices), size=DECISIONS)]
        return tuple(rows.ravel().tolist())

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Replace each decision with the probability `spread`."""
        rows = np.array(action).reshape(-1, self.width)
        new = rng.random(len(rows)) < spread
        choices = _choices(self)
        rows[new, :-1] = choices[rng.integers(len(choices), size=new.sum())]
        return tuple(rows.ravel().tolist())

    def candidates(self, count: int) -> NDArray[np.float64]:
        """Return constant drives, then the first actions of a fixed random list."""
        return _candidates(self, count)

    def one(self, action: object) -> Action:
        """Check that numbers are rows and return them; raise `BadAction` if they are not."""
        flat = read_numbers(action)
        if flat.ndim != 1 or not flat.size or flat.size % self.width:
            raise BadAction(f"not rows of {self.width} numbers", self.hint)
        rows = flat.reshape(-1, self.width)
        low = [-1 if channel < MOTORS else 0 for channel in self.channels]
        drives, held = rows[:, :-1], rows[:, -1]
        if not ((drives >= low) & (drives <= 1)).all():
            raise BadAction("a drive is out of range", self.hint)
        if not ((held >= 1) & (held % 1 == 0)).all() or held.sum() > MOST_STEPS:
            raise BadAction(f"the rows are not held for 1 to {MOST_STEPS} steps", self.hint)
        return tuple(flat.tolist())

    def full(self, action: Sequence[float]) -> Rows:
        """Return rows as the simulator takes them: all channels, and for how long."""
        rows = np.array(action, np.float32).reshape(-1, self.width)
        full = np.zeros((len(rows), CHANNELS + 1), np.float32)
        full[:, [*self.channels, CHANNELS]] = rows
        return full

    @property
    def hint(self) -> str:
        names = ", ".join(map(channel_name, self.channels))
        return (
            f"a row is {names} and a number of steps; motors take -1 to 1, thrusters 0 to 1, and "
            f"all rows together at most {MOST_STEPS} steps"
        )


def channel_name(channel: int) -> str:
    """Return the name of a channel: M0 to M3, T0 or T1."""
    return f"M{channel}" if channel < MOTORS else f"T{channel - MOTORS}"


@lru_cache(maxsize=256)
def _choices(space: Drives) -> NDArray[np.int64]:
    return np.array(space.choices)


@lru_cache(maxsize=64)
def _candidates(space: Drives, count: int) -> NDArray[np.float64]:
    rng = np.random.Generator(np.random.Philox(key=_CANDIDATES_SEED))
    held = [DECISIONS * (*drive, HOLD) for drive in space.choices[1:]]
    drawn = [space.sample(rng) for _ in range(count - len(held))]
    actions = np.array([*held, *drawn], np.float64)[:count]
    actions.flags.writeable = False
    return actions
