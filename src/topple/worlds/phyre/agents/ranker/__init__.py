"""Ranker: a network that scores many actions per look at a scene, and learns from its failures."""

from topple.worlds.phyre.agents.ranker.agent import Ranker, RankerOnline

__all__ = ["Ranker", "RankerOnline"]
