"""Agents of pool: from random shots to a planner that simulates."""

from topple.worlds.pool.agents.aimed_random import AimedRandom
from topple.worlds.pool.agents.deepphy_mock import DeepphyMock
from topple.worlds.pool.agents.ghost_ball import GhostBall
from topple.worlds.pool.agents.hard_centre import HardCentre
from topple.worlds.pool.agents.planner import Planner

__all__ = ["AimedRandom", "DeepphyMock", "GhostBall", "HardCentre", "Planner"]
