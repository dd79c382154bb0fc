"""Dive onto the plate below and bounce up into the box."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="6.2", original="2_4_5")
def bounce_up_from_below(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("medium", -2.91, -0.77, 0.21)
    stage.block("SquareTiny", "stone", -3.61, 0.89)
    stage.block("SquareSmall", "wood", -3.59, 0.59, -0.01)
    stage.platform(-2.56, -1.22, 0.76, 0.12)
    stage.platform(-5.02, -0.56, 0.34, 1.29)
    stage.platform(-2.34, -0.55, 0.34, 1.29)
    stage.platform(-3.68, 0.22, 0.34, 3.02, 90)
    stage.platform(-3.4, -1.67, 0.14, 1.38, 310.88)
    plate = stage.platform(-4.63, -2.23, 1.57, 0.13, 8.76)
    stage.move(pig, WithinReach(x=(-4.96, 4.4), y=(-1.4, 1)))
    stage.plan(aim(plate))
