"""Hit the ball at the top of the ramp, so that it rolls onto the pig."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="3.3", original="2_1_9")
def ball_down_the_covered_ramp(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 4.45, -2.81, 1.11)
    ball = stage.block("Circle", "wood", -2.4, -0.28, 0.01)
    stage.block("Circle", "stone", -2.42, 0.84)
    stage.block("Circle", "ice", 0.7, 0.84)
    stage.block("Circle", "wood", 4.35, 0.84, 0.01)
    stage.block("RectTiny", "stone", -0.95, 0.56)
    stage.block("RectTiny", "wood", 2.92, 0.56)
    stage.platform(-2.36, -0.86, 1.04, 0.39)
    stage.platform(0.44, -2.05, 5.37, 0.38, 333.18)
    stage.platform(3.67, -3.25, 2.62, 0.4)
    stage.platform(5.13, -2.6, 0.3, 1.7)
    stage.platform(1.01, 0.34, 7.84, 0.21)
    stage.move((2.98, -2.81), HalfLow(x=(-4.96, 9.4), y=(-2.4, -1), without="left"))
    stage.vary(ball, "wood", "stone")
    stage.plan(aim(ball), spare=True)
