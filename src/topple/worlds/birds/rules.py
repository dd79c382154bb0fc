"""Constants and rules of the game as a whole."""

from __future__ import annotations

import math
from dataclasses import dataclass

from topple.worlds.birds.things.birds import BIRDS, Blast
from topple.worlds.birds.things.fixtures import EGG_BLAST, GROUND_THICKNESS, GROUND_TOP, TNT_BLAST
from topple.worlds.birds.things.pigs import PIGS
from topple.worlds.rules import Rule

SLING = (-12.0, -2.5)  # base of the sling in every level
PIVOT_FROM_SLING = (-0.15, 0.80)
GRAVITY = 9.81
GRAVITY_SCALE = 0.48  # share of gravity that blocks, pigs and birds feel
TIME_STEP = 0.02
ITERATIONS = 100  # iterations of the solver, for velocities and for positions
UNIT_WIDTH = 17.5  # units in a level of width 1
HEIGHT = 11.58
BIRD_SPEED = 15.0  # speed of a bird on the way to the sling
WAITING_SPACE = 1.75  # distance between waiting birds, in drawn widths


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of the game, version 2."""

    version: int = 2
    # Section 2: slingshot.
    pivot: tuple[float, float] = (SLING[0] + PIVOT_FROM_SLING[0], SLING[1] + PIVOT_FROM_SLING[1])
    most_stretch: float = 1.0
    speed_per_stretch: float = 10.0
    drag_time: float = 1.0
    # Section 4: damage. Players see the level only after the grace, so shots begin there.
    first_ready_time: float = 2.0
    grace_time: float = 2.0
    grace_hp: float = 10_000.0
    damage_scale: float = 11.22
    other_share: float = 0.5  # factor of damage to blocks that no bird caused
    # The source deals damage once per hit of a bird; the published game perhaps twice.
    events_per_hit: int = 1
    bird_still_time: float = 3.0
    bird_still_speed: float = 0.001
    bird_most_time: float = 20.0
    # Section 1: things outside die. The lower limit is ours, so that nothing falls for ever.
    half_width: float = UNIT_WIDTH
    lowest: float = GROUND_TOP - GROUND_THICKNESS
    # Section 5: powers.
    tap_distance: float = 2.0
    early_taps_wait: bool = False  # a tap before `tap_distance` acts there; else it is lost
    fuse_time: float = 0.6
    egg_speed: float = 6.0
    split_angles: tuple[float, ...] = (math.radians(15), math.radians(5), math.radians(-5))
    tnt: Blast = TNT_BLAST
    egg: Blast = EGG_BLAST
    bomb_damage: float = BIRDS["BirdBlack"].blast.damage
    # Section 6: verdict and score.
    poll_time: float = 1.0
    hit_score: float = 10.0
    hit_score_above: float = 10.0  # hits score nothing up to this
    unused_score: int = 10_000
    # Section 3: the queue. The original spaces each bird by its own width, so that some overlap.
    waiting_space: float | None = None  # the same distance for all
    # The original has no limit; here every game ends.
    most_steps: int = 6000
    iterations: int = ITERATIONS
    # Physics that the published game leaves open, besides `events_per_hit`.
    small_pig_mass: float = PIGS["BasicSmall"].mass
    tap_clock: float = 1.0

    def __post_init__(self) -> None:
        """Raise `BadInput` if a rule that a run may change is out of range."""
        for name, rule in CHOICES.items():
            rule.read(name, getattr(self, name))


# The constants that a run may change.
CHOICES = {
    "events_per_hit": Rule(1, 1, 16, "times that a bird's hit deals damage"),
    "small_pig_mass": Rule(PIGS["BasicSmall"].mass, 0.01, 10.0, "mass of the small pig in kg"),
    "tap_clock": Rule(1.0, 0.001, 10.0, "seconds of the game per second of a tap's time"),
}

# The sets of constants that a level may be played by. `levels` is for levels with queues of birds
# in the way of the commercial game: a bomb breaks stone bars within half its radius, no early tap
# is lost, and waiting birds do not overlap.
USUAL = "usual"
RULE_SETS = {
    USUAL: Rules(),
    "levels": Rules(bomb_damage=300.0, early_taps_wait=True, waiting_space=0.8),
}
