"""Slide the square under the platform into the pig."""

from topple.worlds.birds.staging.places import Along
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="5.5", original="2_3_4")
def square_under_the_platform(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -5.27, -3.26, 1.05)
    square = stage.block("SquareHole", "wood", -6.06, -3.1, 0.31)
    stage.block("SquareHole", "stone", -5.8, -1.01, 0.31)
    stage.block("CircleSmall", "stone", -5.8, -0.4, 0.11)
    stage.platform(-5.77, -1.7, 2.53, 0.58)
    stage.move(pig, Along(x=(-6.96, 9.4)))
    stage.vary(square, "wood", "stone")
    stage.plan(aim(square), spare=True)
