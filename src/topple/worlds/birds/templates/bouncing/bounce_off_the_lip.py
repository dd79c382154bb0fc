"""Fly under the roof and bounce off the lip onto the pig."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="6.4", original="2_4_1")
def bounce_off_the_lip(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -1, -0.5, 0.27)
    stage.block("Circle", "wood", -4.27, 1.68, 0.04)
    stage.block("Circle", "stone", -1.76, 1.68, 0.04)
    stage.block("Circle", "ice", 0.44, 1.68)
    stage.platform(-2.02, 1.27, 7.83, 0.36)
    stage.platform(-2.43, -0.39, 0.22, 1.27)
    stage.platform(-1.33, -0.89, 0.31, 2.39, 90)
    lip = stage.platform(-0.22, -0.63, 0.22, 0.72)
    stage.move(pig, WithinReach(x=(-4.96, 0), y=(-1.4, 4)))
    stage.plan(aim(lip, up=1))
