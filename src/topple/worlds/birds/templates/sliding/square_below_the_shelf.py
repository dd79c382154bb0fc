"""Slide the lower square into the pig."""

from topple.worlds.birds.staging.places import CURVE, WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="5.3", original="2_3_2")
def square_below_the_shelf(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -4.45, 0.86, 1.09)
    square = stage.block("SquareHole", "wood", -5.6, 1.02, 0.18)
    stage.block("SquareHole", "wood", -5.61, 3.03, 0.31)
    stage.block("SquareHole", "ice", -4.43, 3.03, 0.07)
    stage.platform(-5.03, 0.33, 3.0, 0.58)
    stage.platform(-6.43, 0.77, 0.2, 0.3)
    stage.platform(-5.05, 2.34, 2.01, 0.58)
    stage.move(square, WithinReach(x=(-4.96, 9.4), y=(-2.4, CURVE)))
    stage.vary(square, "wood", "stone")
    stage.plan(aim(square, up=0.2), spare=True)
