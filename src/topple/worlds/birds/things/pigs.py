"""The three pigs."""

from __future__ import annotations

from dataclasses import dataclass

from topple.worlds.birds.things.outlines import Outline
from topple.worlds.birds.things.pig_outlines import BIG, MEDIUM, SMALL

FRICTION, RESTITUTION, DEFENCE = 0.7, 0.05, 1.0
SCORE = 5000
REMOVAL_TIME = 0.2  # seconds from death to removal


@dataclass(frozen=True, slots=True)
class PigKind:
    """A pig, whose base is flat."""

    outline: Outline
    hp: float
    mass: float
    lingers: bool  # still in the way between death and removal


PIGS = {
    # The source gives the small pig's density of 2 to a collider that is switched off, as for all
    # pigs, which would leave 0.151 kg. The published agents' passes fit 0.302: with 0.151 the
    # original Datalab agent passes no task of relative height here, and 12 % in the paper.
    "BasicSmall": PigKind(SMALL, 1.0, 0.302, lingers=False),
    "BasicMedium": PigKind(MEDIUM, 15.0, 0.431, lingers=True),
    "BasicBig": PigKind(BIG, 80.0, 0.702, lingers=True),
}
