"""Heuristic agents for birds; three follow ideas of champions of the AIBIRDS competition."""

from topple.worlds.birds.agents.slingshot.bambirds import BambirdsLike
from topple.worlds.birds.agents.slingshot.datalab import DatalabLike
from topple.worlds.birds.agents.slingshot.eagles_wing import EaglesWingLike
from topple.worlds.birds.agents.slingshot.pig_shooter import PigShooter

__all__ = ["BambirdsLike", "DatalabLike", "EaglesWingLike", "PigShooter"]
