"""Agents that play `kinetix`."""

from topple.agents.kinetix.nothing import KinetixNothing
from topple.agents.kinetix.planner import KinetixPlanner

__all__ = ["KinetixNothing", "KinetixPlanner"]
