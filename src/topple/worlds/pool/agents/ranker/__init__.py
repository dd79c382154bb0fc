"""A ranker of shots: where their rough paths lead, and what failed before."""

from topple.worlds.pool.agents.ranker.agent import PoolRanker

__all__ = ["PoolRanker"]
