"""Hit the pair of balls, so that one falls on each pig."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="4.3", original="2_2_8")
def a_ball_to_each_side(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 4.1, -3.22, 0.87)
    stage.pig("small", 2.37, -3.22, 0.64)
    stage.block("Circle", "stone", 3.5, -1.33, -0.16)
    ball = stage.block("Circle", "stone", 2.614, -1.34, 0.25)
    stage.platform(1.35, -2.59, 0.64, 1.76)
    # Published numbers are rounded; with these the balls stay on the pedestal, as they should.
    stage.platform(3.066, -1.96, 0.914, 0.47)
    stage.platform(3.02, -3.69, 3.99, 0.47)
    stage.move(pig, HalfLow(x=(-4.96, 2.4), y=(-2.4, 1), without="right"))
    stage.plan(aim(ball), spare=True)
