"""A ranker of plans: what stands where, when each block goes, and what failed before."""

from topple.worlds.iphyre.agents.ranker.agent import IPhyreRanker

__all__ = ["IPhyreRanker"]
