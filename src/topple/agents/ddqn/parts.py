"""The one door to the parts of birds' learners that need torch."""

from topple.agents._training.course import device_of
from topple.agents.ddqn.checkpoint import load_trained
from topple.agents.ddqn.training import train
from topple.agents.ddqn.updates import values

__all__ = ["device_of", "load_trained", "train", "values"]
