"""Slide the square along the ground into the pig."""

from topple.worlds.birds.staging.places import Along
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="5.4", original="2_3_3")
def square_along_the_ground(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 10.8, -3.22, 0.29)
    square = stage.block("SquareHole", "wood", 9.45, -3.06, 0.05)
    stage.platform(8.79, -3.78, 3.65, 0.64)
    stage.platform(10.55, -2.0, 1.4, 0.3)
    stage.platform(8.6, -3.2, 0.2, 0.5)
    stage.move(pig, Along(x=(9.8, 11.6)))
    stage.vary(square, "wood", "stone")
    stage.plan(aim(square), spare=True)
