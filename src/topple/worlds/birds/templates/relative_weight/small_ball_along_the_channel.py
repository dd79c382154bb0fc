"""Hit the small ball, so that it rolls along its channel to the pig."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="7.4", original="3_1_4")
def small_ball_along_the_channel(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 2.98, -2.13, 1.26)
    stage.block("Circle", "stone", -6.96, -0.68, 272.55)
    ball = stage.block("CircleSmall", "stone", -6.97, 0.72, 0.01)
    stage.block("RectFat", "wood", -0.99, 2.15)
    stage.block("CircleSmall", "wood", 2.98, 2.16, 66.64)
    stage.block("Circle", "ice", -5.13, 2.34, 0.1)
    stage.platform(-2.52, 0.17, 0.64, 9.14, 90)
    stage.platform(-1.49, 1.67, 11.43, 0.56)
    stage.platform(-2.53, -1.38, 0.64, 9.17, 90)
    stage.platform(3.91, -0.45, 0.65, 4.35)
    stage.platform(3.21, -2.68, 0.64, 2.06, 270.41)
    stage.platform(3.68, -2.31, 0.64, 0.83, 311.1)
    stage.platform(2.11, -2.12, 0.74, 1.61, 30.16)
    stage.platform(-6.74, 1.35, 0.93, 0.56)
    stage.move(ball, WithinReach(x=(-5, 0), y=(0.3, 4)))
    stage.plan(aim(ball), spare=True)
