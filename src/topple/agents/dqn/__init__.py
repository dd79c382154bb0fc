"""DQN: the learning agent of the PHYRE paper."""

from topple.agents.dqn.agent import Dqn, DqnOnline

__all__ = ["Dqn", "DqnOnline"]
