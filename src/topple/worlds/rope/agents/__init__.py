"""Agents for rope: random players and a planner."""

from topple.worlds.rope.agents.planner import RopePlanner
from topple.worlds.rope.agents.random_players import RopeMock, RopeRandom

__all__ = ["RopeMock", "RopePlanner", "RopeRandom"]
