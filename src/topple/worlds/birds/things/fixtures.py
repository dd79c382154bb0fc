"""Ground, platforms, TNT and the egg."""

from __future__ import annotations

from topple.worlds.birds.things.birds import Blast
from topple.worlds.birds.things.outlines import Outline, box, round_with_base

# The original sets no material, so these are the engine's defaults.
FRICTION, RESTITUTION = 0.4, 0.0

GROUND_TOP = -3.5
GROUND_THICKNESS = 4.41
GROUND_FROM, GROUND_TO = -17.495, 17.485  # ends of the ground in a level of width 2

PLATFORM_SIDE = 0.64  # side of a platform at scale 1
PLATFORM_MASS = 1.0  # mass with which damage is computed

TNT_OUTLINE: Outline = box(0.64, 0.64)
TNT_MASS = 0.41
TNT_HP = 3.0
TNT_BLAST = Blast(2.5, 4.0, 100.0)

EGG_OUTLINE: Outline = round_with_base(0.45, 0.58, (-0.06, 0.06), -0.29, 8)
EGG_DENSITY = 1.0  # unknown in the original; an egg bursts at its first contact
EGG_BLAST = Blast(2.0, 2.0, 200.0)

HEAVY_GRAVITY_SCALE = 1.0  # share of gravity that TNT and egg feel
HEAVY_ANGULAR_DAMPING = 0.05
