"""Positions: moments at which a bird is to be shot, and the result of every angle tried there.

A shot's result follows from position and angle alone, so nothing is played twice, and a stopped
training needs only the list of its shots to continue.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.worlds.birds.agents.ddqn.simulators import UNTRIED, NewPositions, Numbers, Simulator
from topple.worlds.birds.angles import ANGLES

# Each position takes some 50 kB on the host, and 40 or 60 kB on the device.
MOST = 250_000
_GROUP = 2000  # positions that are simulated again in one batch


class Positions:
    """All positions seen in practice; the first ones are the beginnings of the tasks, in order."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        new = simulator.begin()
        self.tasks = len(new.rows)
        self._rows = _Growing(new.rows[:0])
        self._last = _Growing(new.last[:0])
        self._results = _Growing(np.empty((0, ANGLES), np.int32))
        self._played = _Growing(np.empty((0, 3), np.int32))
        self._add(new)

    def __len__(self) -> int:
        return len(self.results)

    @property
    def rows(self) -> NDArray[np.uint8]:
        """The encoded observation at each position."""
        return self._rows.used

    @property
    def last(self) -> NDArray[np.bool_]:
        """Whether the bird on the sling is the last one."""
        return self._last.used

    @property
    def results(self) -> Numbers:
        """The result of each angle at each position."""
        return self._results.used

    @property
    def played(self) -> Numbers:
        """All shots in the order they were made: position, angle, result."""
        return self._played.used

    def play(self, at: Numbers, angles: Numbers) -> Numbers:
        """Try angles at positions, no pair twice; return the results."""
        found, new = self._simulator.play(at, angles)
        self._note(np.stack([at, angles, found], 1))
        self._add(new)
        return found

    def play_again(self, played: Numbers) -> None:
        """Restore the shots of a stopped training; only those that led on are simulated."""
        on = played[played[:, 2] >= 0]
        while len(on):
            # A position can be shot from only once it is there.
            there = np.append(on[:_GROUP, 0] < len(self), False)
            due, on = np.split(on, [int(np.argmin(there))])
            found, new = self._simulator.play(due[:, 0], due[:, 1])
            if (found != due[:, 2]).any():
                raise BadInput(
                    "practice games no longer end as they did",
                    "another version of topple played them: train into a new folder",
                )
            self._add(new)
        self._note(played)

    def _note(self, played: Numbers) -> None:
        self.results[played[:, 0], played[:, 1]] = played[:, 2]
        self._played.add(played)

    def _add(self, new: NewPositions) -> None:
        self._rows.add(new.rows)
        self._last.add(new.last)
        self._results.add(np.full((len(new.rows), ANGLES), UNTRIED, np.int32))


class _Growing:
    """An array that grows by doubling."""

    def __init__(self, empty: NDArray[Any]) -> None:
        self._all, self._count = empty, 0

    @property
    def used(self) -> NDArray[Any]:
        return self._all[: self._count]

    def add(self, rows: NDArray[Any]) -> None:
        count = self._count + len(rows)
        if count > len(self._all):
            larger = np.empty((2 * count, *self._all.shape[1:]), self._all.dtype)
            larger[: self._count] = self.used
            self._all = larger
        self._all[self._count : count] = rows
        self._count = count
