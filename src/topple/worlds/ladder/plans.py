"""How alike four plans are: a sceptic must not find the right one by that."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from topple.tasks.attempt import Action


def centrality(actions: Sequence[Action]) -> list[int]:
    """Rank actions by how near they are to the others, 0 for the nearest."""
    longest = max(map(len, actions))
    table = np.zeros((len(actions), longest))
    for row, action in zip(table, actions, strict=True):
        row[: len(action)] = action
    spread = np.ptp(table, axis=0)
    table = table / np.where(spread > 0, spread, 1.0)
    off = np.abs(table[:, None] - table).sum(axis=(1, 2))
    order = np.argsort(off, kind="stable").tolist()
    return [order.index(place) for place in range(len(actions))]
