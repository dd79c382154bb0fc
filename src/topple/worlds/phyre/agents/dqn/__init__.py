"""DQN: the learning agent of the PHYRE paper."""

from topple.worlds.phyre.agents.dqn.agent import Dqn, DqnOnline

__all__ = ["Dqn", "DqnOnline"]
