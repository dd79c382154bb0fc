"""Hit the small ball: the big one is too heavy to get to the pig."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="7.3", original="3_1_3")
def small_ball_down_the_slope(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 8.01, -2.1, 0.89)
    stage.block("Circle", "stone", -4.96, 0.76, 111.16)
    ball = stage.block("CircleSmall", "stone", -5.11, 2.15, 0.03)
    stage.block("SquareSmall", "ice", 5.79, 3.74, 0.05)
    stage.block("RectTiny", "wood", 3.08, 3.64)
    stage.block("RectFat", "wood", -2.41, 3.74)
    stage.block("Circle", "wood", 0.71, 3.92, 0.03)
    stage.block("Circle", "wood", -4.98, 3.92, 0.15)
    stage.block("Circle", "wood", 8.24, 3.93)
    stage.platform(-1.08, 0.06, 0.64, 8.28, 90)
    stage.platform(-1.1, 1.6, 0.64, 8.21, 90)
    stage.platform(1.89, 3.21, 14.38, 0.64)
    stage.platform(4.97, -0.72, 4.47, 0.64, 338.58)
    stage.platform(4.87, 0.81, 4.47, 0.64, 338.58)
    stage.platform(-4.76, 2.96, 1.05, 0.64)
    stage.platform(7.17, -1.97, 0.7, 1.28, 28.93)
    stage.platform(8.06, -2.66, 2, 0.64)
    stage.platform(8.7, 0.41, 6.25, 0.72, 269.65)
    stage.move(ball, WithinReach(x=(-7, 0), y=(2.3, 4)))
    stage.plan(aim(ball), spare=True)
