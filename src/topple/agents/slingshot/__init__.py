"""Heuristic agents for birds; three follow ideas of champions of the AIBIRDS competition."""

from topple.agents.slingshot.bambirds import BambirdsLike
from topple.agents.slingshot.datalab import DatalabLike
from topple.agents.slingshot.eagles_wing import EaglesWingLike
from topple.agents.slingshot.pig_shooter import PigShooter

__all__ = ["BambirdsLike", "DatalabLike", "EaglesWingLike", "PigShooter"]
