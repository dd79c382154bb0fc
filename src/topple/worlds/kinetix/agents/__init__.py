"""Agents that play `kinetix`."""

from topple.worlds.kinetix.agents.nothing import KinetixNothing
from topple.worlds.kinetix.agents.planner import KinetixPlanner
from topple.worlds.kinetix.agents.ppo import KinetixPpo

__all__ = ["KinetixNothing", "KinetixPlanner", "KinetixPpo"]
