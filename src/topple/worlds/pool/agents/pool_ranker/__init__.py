"""A ranker of shots: where their rough paths lead, and what failed before."""

from topple.worlds.pool.agents.pool_ranker.agent import PoolRanker

__all__ = ["PoolRanker"]
