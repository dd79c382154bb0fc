"""The one door to the parts of a DQN that need torch."""

from topple.agents._training.course import device_of
from topple.agents.dqn.checkpoint import Settings, load_trained
from topple.agents.dqn.examples import Examples
from topple.agents.dqn.network import Network, scores
from topple.agents.dqn.training import train
from topple.agents.dqn.updates import learn_task

__all__ = [
    "Examples",
    "Network",
    "Settings",
    "device_of",
    "learn_task",
    "load_trained",
    "scores",
    "train",
]
