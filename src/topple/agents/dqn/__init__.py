"""DQN: PHYRE's learner, which ranks candidate actions."""

from topple.agents.dqn.agent import Dqn, DqnOnline

__all__ = ["Dqn", "DqnOnline"]
