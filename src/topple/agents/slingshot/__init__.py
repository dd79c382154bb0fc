"""Heuristic agents for birds, modelled on champions of the AIBIRDS competition."""

from topple.agents.slingshot.bambirds import Bambirds
from topple.agents.slingshot.datalab import Datalab
from topple.agents.slingshot.eagles_wing import EaglesWing
from topple.agents.slingshot.pig_shooter import PigShooter

__all__ = ["Bambirds", "Datalab", "EaglesWing", "PigShooter"]
