"""Pictures of a table at rest."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple._native import Sprites
from topple.worlds.pool.look.furniture import BACKGROUND, WINDOW
from topple.worlds.pool.look.table import figures, still_of
from topple.worlds.pool.task import PoolTask


def screenshot(task: PoolTask, table: NDArray[np.float64], size: int) -> NDArray[np.uint8]:
    """Draw a table, `size` pixels wide, with the marks of the task's goal."""
    fixed, bodies = still_of(table, task)
    spots = np.concatenate([fixed[1:], bodies[:, 1:]])
    return _sprites().draw(_empty(size), spots, WINDOW.camera(size))


@lru_cache(maxsize=1)
def _sprites() -> Sprites:
    return Sprites(figures())


@lru_cache(maxsize=8)
def _empty(size: int) -> NDArray[np.uint8]:
    """Draw the table without anything on it, once per size."""
    plain = np.full((*WINDOW.shape(size), 3), BACKGROUND, np.uint8)
    return _sprites().draw(plain, np.array([(0, 0, 0, 0, 1, 1)], np.float64), WINDOW.camera(size))
