"""Push the lower square over the lip into the shaft."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="4.1", original="2_2_3")
def square_over_the_lip(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 3.07, -3.25, 1.13)
    square = stage.block("SquareHole", "stone", 2.04, -0.79, 0.15)
    stage.block("SquareHole", "stone", 3.65, 3.95, 0.63)
    stage.block("Circle", "wood", 2.23, 3.94)
    stage.platform(2.07, -2.65, 0.64, 1.79)
    stage.platform(1.49, -1.51, 1.79, 0.64)
    stage.platform(2.735, 0.1, 2.68, 0.47)
    stage.platform(2.41, 1.76, 2.02, 0.47)
    stage.platform(2.94, 3.31, 3.2, 0.47)
    stage.platform(4.31, -0.18, 6.66, 0.47, 90)
    stage.platform(3.16, -3.72, 2.8, 0.47)
    stage.move(pig, HalfLow(x=(-4.96, 2.4), y=(-2.4, 1), without="right"))
    stage.vary(square, "wood", "stone")
    stage.plan(aim(square), spare=True)
