"""Scenes and what becomes of them: frozen descriptions, and simulations to step and branch."""

from topple.sim.futures import Difference, compare
from topple.sim.scene import Body, Circle, Material, Physics, Polygon, Scene, Shape
from topple.sim.shapes import convex_pieces
from topple.sim.sim import Condition, Event, Resting, Sim, Touching

__all__ = [
    "Body",
    "Circle",
    "Condition",
    "Difference",
    "Event",
    "Material",
    "Physics",
    "Polygon",
    "Resting",
    "Scene",
    "Shape",
    "Sim",
    "Touching",
    "compare",
    "convex_pieces",
]
