"""Phy-Q's deep Q-learners: a duelling double DQN, and one with a relational network."""

from topple.worlds.birds.agents.ddqn.agent import Ddqn
from topple.worlds.birds.agents.ddqn.relational import Relational

__all__ = ["Ddqn", "Relational"]
