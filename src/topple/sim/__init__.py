"""Scenes as frozen descriptions, and simulations of them to step, branch and compare."""

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
