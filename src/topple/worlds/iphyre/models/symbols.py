"""I-PHYRE's levels as symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from topple.prompting.symbols import Symbols
from topple.worlds.iphyre.level import BLOCK_RADIUS, SIZE, Ball, Block, Level, pairs
from topple.worlds.iphyre.task import IPhyreTask

_LEGEND = (
    f"The scene is {SIZE} x {SIZE} units; x points right and y down from the upper left corner.",
    "`blocks` are [x1, y1, x2, y2, kind]: a bar from one end to the other with round ends of "
    f"radius {BLOCK_RADIUS:g}. Those of kind `eliminable` are the grey ones; they are "
    "numbered from 0 in this order.",
    "`balls` are [x, y, radius].",
    "`links` (rods) and `springs` tie two objects by their places in `blocks` followed by `balls`.",
    "`rate` is steps per second; `prior_resets` is how often the engine was set up before.",
)


def symbols(task: IPhyreTask) -> Symbols:
    """Return a level."""
    return Symbols(task.level.data(), _LEGEND)


def rebuilt(task: IPhyreTask, data: Mapping[str, Any]) -> IPhyreTask:
    """Return a task with the level that the symbols hold."""
    level = Level(
        tuple(Block(*row) for row in data["blocks"]),
        tuple(Ball(*row) for row in data["balls"]),
        pairs(data["links"]),
        pairs(data["springs"]),
        data["rate"],
        data["prior_resets"],
    )
    return replace(task, level=level)
