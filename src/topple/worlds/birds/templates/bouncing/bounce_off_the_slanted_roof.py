"""Hit the slanted roof from below and bounce down onto the pig."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="6.6", original="2_4_3")
def bounce_off_the_slanted_roof(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -0.26, -1.59, 14.13)
    stage.block("SquareHole", "wood", -0.54, 2.04, 0.31)
    stage.platform(-0.58, 1.32, 2.22, 0.64)
    roof = stage.platform(1.33, 0.2, 3.17, 0.64, 310.79)
    stage.platform(-0.74, -1.13, 0.48, 2.02)
    stage.platform(0.22, -1.92, 0.46, 2.42, 109.33)
    stage.move(pig, WithinReach(x=(-4.96, 0), y=(-1.4, 2)))
    stage.plan(aim(roof))
