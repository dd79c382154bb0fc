"""Phy-Q's two deep Q-learners: a plain double DQN, and one with relations."""

from topple.agents.ddqn.agent import Ddqn
from topple.agents.ddqn.relational import Relational

__all__ = ["Ddqn", "Relational"]
