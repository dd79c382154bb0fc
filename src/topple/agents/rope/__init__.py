"""Agents for rope: random players, the stored solution and a planner."""

from topple.agents.rope.planner import RopePlanner
from topple.agents.rope.random_players import RopeMock, RopeRandom
from topple.agents.rope.stored import RopeOracle

__all__ = ["RopeMock", "RopeOracle", "RopePlanner", "RopeRandom"]
