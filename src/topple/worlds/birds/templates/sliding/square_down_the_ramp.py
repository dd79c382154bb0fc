"""Slide the square down the ramp onto the pig."""

from topple.worlds.birds.staging.places import CURVE, WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="5.2", original="2_3_5")
def square_down_the_ramp(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 0.63, -2.7, 0.67)
    square = stage.block("SquareHole", "wood", -1.52, -1.65, 180.09)
    stage.block("Circle", "stone", 0.65, -0.21)
    stage.block("SquareHole", "stone", -1.47, -0.2, 0.06)
    stage.platform(-1.61, -2.84, 0.64, 1.59)
    stage.platform(-0.53, -2.82, 2.08, 0.7, 334.84)
    stage.platform(0.69, -3.26, 0.87, 0.64)
    stage.platform(-0.33, -0.79, 3.1, 0.38)
    stage.move(square, WithinReach(x=(-4.96, 9.4), y=(-1.4, CURVE)))
    stage.vary(square, "wood", "stone")
    stage.plan(aim(square), spare=True)
