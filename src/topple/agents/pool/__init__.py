"""Agents of pool: from random shots to a planner that simulates."""

from topple.agents.pool.aimed_random import AimedRandom
from topple.agents.pool.deepphy_mock import DeepphyMock
from topple.agents.pool.ghost_ball import GhostBall
from topple.agents.pool.hard_centre import HardCentre
from topple.agents.pool.planner import Planner

__all__ = ["AimedRandom", "DeepphyMock", "GhostBall", "HardCentre", "Planner"]
