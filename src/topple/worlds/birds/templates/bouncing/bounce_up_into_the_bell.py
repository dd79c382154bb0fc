"""Bounce off the plate below, up into the box."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="6.5", original="2_4_4")
def bounce_up_into_the_bell(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("medium", 3.25, 0.6, -4.79)
    stage.block("TriangleHole", "stone", 3.32, 2.09, 0.03)
    stage.platform(2.53, 0.37, 0.66, 0.1)
    stage.platform(4.04, 0.35, 0.82, 0.1)
    stage.platform(2.37, 1.06, 0.34, 1.29)
    stage.platform(4.28, 1.03, 0.34, 1.29)
    stage.platform(3.48, 1.52, 0.34, 1.93, 90)
    stage.platform(3.38, -0.23, 0.13, 1.33, 331.31)
    plate = stage.platform(2.44, -0.88, 0.15, 1.35, 278.04)
    stage.move(pig, WithinReach(x=(-4.96, 4.4), y=(-1.4, 1)))
    stage.plan(aim(plate))
