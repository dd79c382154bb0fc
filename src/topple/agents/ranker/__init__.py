"""Ranker: a network that scores many actions per look at a scene, and learns from its failures."""

from topple.agents.ranker.agent import Ranker

__all__ = ["Ranker"]
