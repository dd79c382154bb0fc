"""Shoot twice in a row: the second bird must come in before the ball does."""

from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="14.2", original="3_8_2")
def before_the_way_is_plugged(stage: Stage) -> None:
    stage.birds("red", "red")
    stage.pig("small", 0.12, -2.03, 2.54)
    stage.block("RectBig", "wood", -4.02, 1.22, 356.46)
    post = stage.block("RectBig", "ice", -3.47, 0.13, 90.22)
    stage.block("Circle", "stone", -4.51, 1.74, 356.49)
    stage.block("SquareHole", "stone", -3.39, 2.8, 347.74)
    stage.block("SquareHole", "ice", 1.5, 1.71, 347.74)
    stage.block("SquareHole", "wood", -0.84, 2.23, 347.74)
    stage.platform(-2.05, 0.54, 2.52, 0.19, 347.42)
    stage.platform(0.81, -1.08, 1.33, 0.15, 25.24)
    stage.platform(-2.79, -0.88, 1.1, 0.15)
    stage.platform(0.26, -1.49, 0.14, 0.39)
    stage.platform(-0.41, -1.44, 0.11, 1.97)
    stage.platform(-0.01, -2.34, 0.14, 0.87, 91.44)
    stage.platform(-3.4, -0.9, 0.14, 0.66, 91.44)
    stage.platform(-4.82, 1.08, 0.65, 0.13, 180)
    stage.platform(1.36, -0.27, 0.15, 1.25)
    stage.platform(-1.2, 1.81, 6.7, 0.17, 347.42)
    entrance = (0.3, 0.0)
    stage.plan(aim(post), aim(entrance))
