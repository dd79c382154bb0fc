"""First push the plank off the shaft, then push the ball down the slide."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="13.3", original="3_7_4")
def uncover_the_shaft(stage: Stage) -> None:
    stage.birds("red", "red")
    stage.pig("small", -0.7, -3.2, 0.86)
    plank = stage.block("RectBig", "wood", -0.78, -0.3, 12)
    ball = stage.block("Circle", "stone", -3.74, 2.16, 345.53)
    stage.platform(-2.46, 0.69, 0.32, 2.74, 51.54)
    stage.platform(-1.56, 1.67, 0.36, 1.8, 51.54)
    stage.platform(-0.09, -1.895, 0.31, 3.2, 0.13)
    stage.platform(-1.37, -2.04, 2.95, 0.29, 89.42)
    stage.platform(-1.38, -0.16, 0.25, 0.21, 89.42)
    stage.platform(-3.73, 1.6, 0.55, 0.31, 345.5)
    stage.platform(-0.72, -3.59, 1.6, 0.3)
    stage.move(ball, WithinReach(x=(-9.35, 7.4), y=(2.16, 4)))
    stage.plan(aim(plank), aim(ball), spare=True)
