"""Kinetix levels as symbols."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from topple.prompting.symbols import Symbols
from topple.worlds.kinetix.game import KinetixGame
from topple.worlds.kinetix.level import WALLS, Level
from topple.worlds.kinetix.task import KinetixTask
from topple.worlds.kinetix.words import ROLES

_LEGEND = (
    "Metres, kilograms, seconds and radians, counter-clockwise; x points right and y up from the "
    "lower left corner.",
    "Bodies are numbered: 0 to 3 are floor, left wall, right wall and ceiling; then follow "
    f"`polygons` from {WALLS}, then `circles`; null is an empty place.",
    "A body has `position` and `rotation`; vertices are relative to its centre. With inverse mass "
    "0 it cannot move. What is left out has its usual value: 0, or 1 for friction.",
    "Roles: " + ", ".join(f"{number} {name}" for number, name in ROLES.items()) + ".",
    "A joint holds bodies a and b at an anchor of each; unless `fixed`, it turns, within `least` "
    "and `most` if `limited`. A `motor` (the usual case) of channel c (0 if it names none) is "
    "driven by Mc and turns b against a.",
    "A thruster pushes its body at `position` along `rotation`, both relative to the body; channel "
    "c is driven by Tc.",
    "The present state has [x, y, rotation, velocity x, velocity y, spin] by number of the body.",
)


def symbols(task: KinetixTask) -> Symbols:
    """Return a level."""
    return Symbols(json.loads(task.level.to_json()), _LEGEND)


def rebuilt(task: KinetixTask, data: Mapping[str, Any]) -> KinetixTask:
    """Return a task with the level that the symbols hold."""
    return replace(task, level=Level.from_data(dict(data)))


def state(game: KinetixGame) -> dict[str, Any]:
    """Return where the bodies of a game are, and how they move."""
    motions = game.motions().tolist()
    there = (n for n, body in enumerate(game.level.bodies) if body is not None and n >= WALLS)
    return {"bodies": {str(number): motions[number] for number in there}}
