"""Push the small ball into the funnel: the big one gets stuck."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="9.1", original="3_3_2")
def small_ball_into_the_funnel(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -1.88, -2.66, 1.1)
    stage.block("Circle", "stone", -6.22, 3.32, 0.01)
    ball = stage.block("CircleSmall", "stone", -6.21, 2.18, 0.3)
    stage.block("Circle", "wood", -3.01, 4.8, 0.13)
    stage.block("Circle", "stone", -5.98, 4.8)
    stage.block("Circle", "ice", -0.12, 4.8)
    stage.block("CircleSmall", "ice", -1.6, 4.63)
    stage.block("CircleSmall", "stone", -4.64, 4.63, 0.01)
    stage.platform(-2.38, -1.99, 0.36, 2.21)
    stage.platform(-1.89, -3.22, 1.36, 0.64)
    stage.platform(-5.12, 1.8, 2.34, 0.32)
    stage.platform(-1.4, -2.16, 0.36, 2.64)
    stage.platform(-0.62, -0.3, 0.3, 2.18, 307.17)
    stage.platform(-3.2, -0.33, 0.31, 2.32, 52.97)
    stage.platform(-5.13, 2.77, 2.34, 0.32)
    stage.platform(-2.89, 4.24, 6.98, 0.33)
    stage.platform(0.38, 2.28, 0.46, 4.08)
    stage.platform(-4.17, 1.06, 0.43, 1.73)
    stage.move(ball, WithinReach(x=(-9.85, 9.4), y=(3.32, 4)))
    stage.plan(aim(ball), spare=True)
