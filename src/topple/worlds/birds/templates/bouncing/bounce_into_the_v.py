"""Fly under the roof and bounce down into the V."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="6.1", original="2_4_2")
def bounce_into_the_v(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -0.97, -0.63, -6.86)
    stage.block("RectMedium", "wood", -2.07, 1.56)
    stage.block("RectSmall", "stone", -2.07, 1.76)
    stage.block("RectMedium", "ice", -2.07, 1.96)
    stage.platform(-2.02, 1.27, 7.83, 0.36)
    stage.platform(-1.91, -0.61, 2.04, 0.57, 143.74)
    stage.platform(-0.96, -1.17, 0.64, 0.53)
    stage.platform(-0.36, -0.84, 1.12, 0.57, 37.08)
    stage.move(pig, WithinReach(x=(-4.96, 0), y=(-1.4, 4)))
    stage.plan(aim(pig, up=1))
