"""Push the ball through its slot, so that it falls on the pig."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="4.2", original="2_2_6")
def ball_through_its_slot(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 4.09, -3.25, 1.68)
    ball = stage.block("Circle", "stone", 3.09, 2.38, 0.04)
    stage.block("SquareHole", "wood", 3.02, 3.88, 0.31)
    stage.block("RectFat", "ice", 4.36, 3.68)
    stage.platform(2.05, -2.65, 0.64, 1.79)
    stage.platform(1.49, -1.51, 1.79, 0.64)
    stage.platform(2.15, 0.19, 0.47, 2.77)
    stage.platform(3.46, 3.24, 3.09, 0.47)
    stage.platform(2.68, 1.76, 1.53, 0.47)
    stage.platform(4.77, 2.4, 1.69, 0.47, 90)
    stage.platform(3.37, -3.72, 3.35, 0.47)
    stage.move(pig, HalfLow(x=(-4.96, 2.4), y=(-2.4, 1), without="right"))
    stage.vary(ball, "wood", "stone")
    stage.plan(aim(ball), spare=True)
