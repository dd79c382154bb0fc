"""Rope's levels as symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from topple.prompting.symbols import Symbols
from topple.worlds.rope.frame import GONE, HERE, IN_HAT
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.level import SIZE, Level
from topple.worlds.rope.task import RopeTask

_LEGEND = (
    f"The board is {SIZE:g} units wide and high; x points right and y up from the lower left "
    "corner. Lengths are in units, times in seconds. What is left out has its usual value.",
    "Items of each kind are numbered from 1 in the order of their list: these are the numbers that "
    "calls take.",
    "A rope has a length, the number of its candy (1 unless it says another), and a stiffness if "
    "it is elastic. A pulley slides on the rail from x1, y1 to x2, y2.",
    "A cushion blows along dx, dy; a hat faces nx, ny and belongs to the other one of its pair; a "
    "gate is lit for `on` seconds and dark for `off`; a star may expire.",
    "The present state has the candies with their velocities and the bubble that carries them, the "
    "ropes that still hold, where pulleys are, and the numbers of bubbles, stars and active pins "
    f"that are left. Presence: {HERE} on the board, {IN_HAT} inside a hat, {GONE} gone.",
)


def symbols(task: RopeTask) -> Symbols:
    """Return a level."""
    return Symbols(task.level.to_data(), _LEGEND)


def rebuilt(task: RopeTask, data: Mapping[str, Any]) -> RopeTask:
    """Return a task with the level that the symbols hold."""
    return replace(task, level=Level.from_data(data))


def state(game: RopeGame) -> dict[str, Any]:
    """Return what has changed or moves."""
    frame = game.frame()
    return {
        "seconds": frame.seconds,
        "candies": [candy._asdict() for candy in frame.candies],
        "ropes": [rope._asdict() for rope in frame.ropes],
        "pulleys": frame.pulleys,
        "bubbles": frame.bubbles,
        "stars": frame.stars,
        "active_pins": frame.armed,
    }
