"""Push the square off the ledge into the shaft."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="4.5", original="2_2_2")
def square_off_the_ledge(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 3.07, -3.25, 0.91)
    square = stage.block("SquareHole", "stone", 1.97, -0.79, 90.2)
    stage.block("Circle", "wood", 3.61, 0.84, 0.13)
    stage.block("RectFat", "ice", 2.53, 0.65, -0.01)
    stage.platform(2.05, -2.66, 0.64, 1.79)
    stage.platform(1.49, -1.52, 1.79, 0.64)
    stage.platform(2.98, 0.21, 2.29, 0.47)
    stage.platform(3.81, -1.76, 0.64, 3.53)
    stage.platform(2.95, -3.72, 2.44, 0.47)
    stage.move(pig, HalfLow(x=(-4.96, 2.4), y=(-2.4, 1), without="right"))
    stage.vary(square, "wood", "stone")
    stage.plan(aim(square), spare=True)
