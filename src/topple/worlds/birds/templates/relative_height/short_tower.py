"""Topple the tower on the short bar: only its square falls through the gap."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="8.4", original="3_2_3")
def short_tower(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 0.21, -3.26, 1.09)
    stage.block("RectBig", "stone", -0.72, 2.96, 89.99)
    stage.block("RectTiny", "stone", -0.72, 0.35, 89.73)
    square = stage.block("SquareHole", "stone", -0.66, 0.93, -0.37)
    stage.block("SquareHole", "stone", -0.7, 4.3, 0.11)
    stage.block("RectSmall", "wood", 2.74, 0.5, 90)
    stage.block("RectSmall", "wood", 2.72, 2.45, 90)
    stage.platform(-1.33, -0.07, 1.95, 0.43)
    stage.platform(-1.34, 1.79, 1.95, 0.43)
    stage.platform(-2.1, -1.73, 0.37, 3.69)
    stage.platform(1.98, 1.84, 1.95, 0.43)
    stage.platform(1.97, -0.11, 1.95, 0.43)
    stage.platform(0.32, -3.71, 5.24, 0.43)
    stage.move(square, WithinReach(x=(-6, 9.4), y=(0.93, 4)))
    stage.plan(aim(square), spare=True)
