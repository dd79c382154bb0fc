"""The one door to the parts of a DQN that need torch."""

from topple.agents._dqn_checkpoint import Settings, load_trained
from topple.agents._dqn_examples import Examples
from topple.agents._dqn_network import Network, scores
from topple.agents._dqn_training import train
from topple.agents._dqn_updates import learn_task
from topple.agents._training_course import device_of

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
