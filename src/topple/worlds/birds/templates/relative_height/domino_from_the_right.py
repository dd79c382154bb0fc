"""Bounce off the tall wall, so that the tallest bar knocks the others over."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="8.2", original="3_2_4")
def domino_from_the_right(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -2.19, -1.33, 1.22)
    stage.pig("small", -5.45, -2.84, 0.76)
    stage.pig("small", -3.98, -1.67, 1.13)
    stage.block("RectBig", "wood", -2.18, -2.51, 90.11)
    stage.block("RectTiny", "wood", -5.5, -3.26, 89.94)
    stage.block("RectMedium", "wood", -3.98, -2.68, 90.02)
    wall = stage.platform(0.94, -0.98, 5.47, 0.39, 275.89)
    stage.platform(-6.19, -2.82, 1.74, 0.39, 275.89)
    stage.platform(-2.43, -3.66, 7.78, 0.39)
    stage.move(wall, WithinReach(x=(-2, 2.6), y=(-0.98, 1.3)))
    stage.plan(aim(wall, up=2), spare=True)
