"""Scenes as frozen descriptions, and simulations of them to step, branch and compare."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from topple.sim.futures import Difference, compare
    from topple.sim.rollout import At, Command, Cut, Ending, Place, Push, Remove, Rollout, simulate
    from topple.sim.scene import (
        Body,
        Circle,
        Joint,
        JointKind,
        Material,
        Physics,
        Polygon,
        Scene,
        Shape,
    )
    from topple.sim.shapes import convex_pieces
    from topple.sim.sim import Condition, Event, Resting, Sim, Touching
    from topple.sim.watchers import Above, Below, Inside, LeftOf, Near, Outside, Watched, Watcher

__all__ = [
    "Above",
    "At",
    "Below",
    "Body",
    "Circle",
    "Command",
    "Condition",
    "Cut",
    "Difference",
    "Ending",
    "Event",
    "Inside",
    "Joint",
    "JointKind",
    "LeftOf",
    "Material",
    "Near",
    "Outside",
    "Physics",
    "Place",
    "Polygon",
    "Push",
    "Remove",
    "Resting",
    "Rollout",
    "Scene",
    "Shape",
    "Sim",
    "Touching",
    "Watched",
    "Watcher",
    "compare",
    "convex_pieces",
    "simulate",
]

# The modules that hold these names, each after those that it imports. They are imported when a
# name is first used: worlds with engines of their own need none of them.
_MODULES = ("scene", "shapes", "sim", "watchers", "rollout", "futures")


def __getattr__(name: str) -> Any:
    if name in __all__:
        for module in _MODULES:
            held = vars(importlib.import_module(f"{__name__}.{module}"))
            if name in held:
                return held[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
