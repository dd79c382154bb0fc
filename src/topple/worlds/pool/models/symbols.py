"""Tables of pool as symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.prompting.symbols import Symbols
from topple.worlds.pool.table import LENGTH, RADIUS, WIDTH
from topple.worlds.pool.task import PoolTask

_LEGEND = (
    "Metres, seconds and degrees; x points right and y up from the lower left corner of the table, "
    "at the noses of the cushions. The pockets are at the four corners and at the middle of the "
    "left and right side.",
    "`balls` are [number, x, y] of their centres; 0 is the cue ball. All have radius `radius`.",
    "`shot`, in a question, is [angle, speed, side, height]: counter-clockwise from the right, the "
    "speed of the stick, and where it hits the cue ball in ball radii to the left and up.",
)


def symbols(task: PoolTask) -> Symbols:
    """Return a table; of a question also the shot and the marked spots, not the answer."""
    data: dict[str, Any] = {"width": WIDTH, "length": LENGTH, "radius": RADIUS}
    data["balls"] = [list(ball) for ball in task.balls]
    if task.question:
        data |= {"shot": list(task.question.shot), "spots": list(task.question.spots)}
    return Symbols(data, _LEGEND)


def rebuilt(task: PoolTask, data: Mapping[str, Any]) -> PoolTask:
    """Return a task with the table that the symbols hold."""
    return replace(task, balls=tuple((int(n), float(x), float(y)) for n, x, y in data["balls"]))


def state(table: NDArray[np.float64]) -> dict[str, Any]:
    """Return where the balls are that are still on the table."""
    return {"balls": [[ball, x, y] for ball, (x, y) in enumerate(table.tolist()) if x == x]}
