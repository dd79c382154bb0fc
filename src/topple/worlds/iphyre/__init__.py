"""I-PHYRE: remove blocks at well-chosen moments until every ball has fallen."""

from topple.worlds.iphyre.game import IPhyreGame
from topple.worlds.iphyre.level import Ball, Block, Level
from topple.worlds.iphyre.observation import Observation
from topple.worlds.iphyre.simulate import Play, simulate
from topple.worlds.iphyre.timing import by_clock, step_at

__all__ = [
    "Ball",
    "Block",
    "IPhyreGame",
    "Level",
    "Observation",
    "Play",
    "by_clock",
    "simulate",
    "step_at",
]


def __dir__() -> list[str]:
    return __all__
