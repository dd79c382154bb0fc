"""Agents for rope: random players and a planner."""

from topple.agents.rope.planner import RopePlanner
from topple.agents.rope.random_players import RopeMock, RopeRandom

__all__ = ["RopeMock", "RopePlanner", "RopeRandom"]
