"""Positions: moments at which a bird is to be shot, and what came of every angle tried there.

A shot's outcome follows from position and angle alone, so nothing is played twice, and a training
that was stopped needs no more than the list of shots to go on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.agents.ddqn.player import UNTRIED, Numbers, Player, Shown
from topple.errors import BadInput
from topple.worlds.birds.angles import ANGLES

# Positions to keep; each takes some 50 kB on the host, and 40 or 60 on the device.
MOST = 250_000
_GROUP = 2000  # positions reached again at a time


class Positions:
    """All positions seen in practice; the first ones are the beginnings of the tasks, in order."""

    def __init__(self, player: Player) -> None:
        self._player = player
        shown = player.begin()
        self.tasks = len(shown.rows)
        self._rows = _Growing(shown.rows[:0])
        self._last = _Growing(shown.last[:0])
        self._came = _Growing(np.empty((0, ANGLES), np.int32))
        self._played = _Growing(np.empty((0, 3), np.int32))
        self._add(shown)

    def __len__(self) -> int:
        return len(self.came)

    @property
    def rows(self) -> NDArray[np.uint8]:
        """What is seen at each position."""
        return self._rows.used

    @property
    def last(self) -> NDArray[np.bool_]:
        """Whether the bird on the sling is the last one."""
        return self._last.used

    @property
    def came(self) -> Numbers:
        """What came of each angle at each position."""
        return self._came.used

    @property
    def played(self) -> Numbers:
        """All shots in the order they were made: position, angle, what it came to."""
        return self._played.used

    def play(self, at: Numbers, angles: Numbers) -> Numbers:
        """Try angles at positions, no pair twice; give what each came to."""
        found, shown = self._player.play(at, angles)
        self._note(np.stack([at, angles, found], 1))
        self._add(shown)
        return found

    def play_again(self, played: Numbers) -> None:
        """Take up the shots of a stopped training; only those that led on have to be made."""
        on = played[played[:, 2] >= 0]
        while len(on):
            # A position can be shot from once it is there.
            there = np.append(on[:_GROUP, 0] < len(self), False)
            due, on = np.split(on, [int(np.argmin(there))])
            found, shown = self._player.play(due[:, 0], due[:, 1])
            if (found != due[:, 2]).any():
                raise BadInput(
                    "practice games no longer end as they did",
                    "another version played them: train into a new folder",
                )
            self._add(shown)
        self._note(played)

    def _note(self, played: Numbers) -> None:
        self.came[played[:, 0], played[:, 1]] = played[:, 2]
        self._played.add(played)

    def _add(self, shown: Shown) -> None:
        self._rows.add(shown.rows)
        self._last.add(shown.last)
        self._came.add(np.full((len(shown.rows), ANGLES), UNTRIED, np.int32))


class _Growing:
    """Rows with room for more behind them."""

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
