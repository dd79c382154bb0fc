"""A ranker of shots: what a bird meets on its path, and what failed before."""

from topple.worlds.birds.agents.ranker.agent import BirdsRanker

__all__ = ["BirdsRanker"]
