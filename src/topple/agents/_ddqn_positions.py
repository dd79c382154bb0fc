"""Positions: moments at which a bird is to be shot, and what came of every angle tried there.

A shot's outcome follows from position and angle alone, so nothing is played twice, and a training
that was stopped needs no more than this table to go on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.agents._ddqn_player import UNTRIED, Numbers, Player, Shown
from topple.errors import BadInput
from topple.worlds.birds.angles import ANGLES

MOST = 100_000  # positions to keep: the original kept as many shots
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
        self._parents = _Growing(np.empty((0, 2), np.int32))
        self._add(shown, np.full((self.tasks, 2), -1, np.int32))

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
    def parents(self) -> Numbers:
        """The position and the angle that each later position came from."""
        return self._parents.used[self.tasks :]

    def play(self, at: Numbers, angles: Numbers) -> Numbers:
        """Try angles at positions, no pair twice; give what each came to."""
        found, shown = self._player.play(at, angles)
        self.came[at, angles] = found
        self._add(shown, np.stack([at, angles], 1)[found >= 0])
        return found

    def grow(self, parents: Numbers, came: Numbers) -> None:
        """Reach the later positions of a stopped training again, and learn what was known."""
        done = 0
        while done < len(parents):
            # A position can be reached once the one before it is there.
            due = parents[done : done + _GROUP]
            due = due[: int(np.argmin(np.append(due[:, 0] < len(self), False)))]
            self.play(due[:, 0], due[:, 1])
            done += len(due)
        if len(self) != len(came):
            raise BadInput(
                f"practice led to {len(self)} positions, and to {len(came)} before",
                "another version made it: train into a new folder",
            )
        self.came[:] = came

    def _add(self, shown: Shown, parents: Numbers) -> None:
        self._rows.add(shown.rows)
        self._last.add(shown.last)
        self._came.add(np.full((len(parents), ANGLES), UNTRIED, np.int32))
        self._parents.add(parents)


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
