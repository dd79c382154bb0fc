"""Agents that play `kinetix`."""

from topple.agents.kinetix.nothing import KinetixNothing
from topple.agents.kinetix.planner import KinetixPlanner
from topple.agents.kinetix.ppo import KinetixPpo

__all__ = ["KinetixNothing", "KinetixPlanner", "KinetixPpo"]
