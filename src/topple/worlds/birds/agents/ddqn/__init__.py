"""Phy-Q's deep Q-learner: a duelling double DQN."""

from topple.worlds.birds.agents.ddqn.agent import Ddqn

__all__ = ["Ddqn"]
