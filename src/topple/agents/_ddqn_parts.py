"""The one door to the parts of birds' learners that need torch."""

from topple.agents._ddqn_checkpoint import load_trained
from topple.agents._ddqn_training import train
from topple.agents._ddqn_updates import values
from topple.agents._training_course import device_of

__all__ = ["device_of", "load_trained", "train", "values"]
