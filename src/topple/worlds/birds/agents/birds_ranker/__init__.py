"""A ranker of shots: what a bird meets on its path, and what failed before."""

from topple.worlds.birds.agents.birds_ranker.agent import BirdsRanker

__all__ = ["BirdsRanker"]
