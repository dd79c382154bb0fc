"""Hit the fortress low on its left, so that it all comes down."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="12.5", original="3_6_3")
def ice_fortress(stage: Stage) -> None:
    stage.birds("red")
    right = stage.pig("small", -2.22, -0.04, 1.44)
    stage.pig("small", -4.82, -0.04, 0.65)
    stage.pig("small", -3.7, -1.41, 1.38)
    stage.block("RectFat", "stone", -5.11, -2.22, 90)
    stage.block("RectFat", "stone", -3.9, -2.22, 90)
    stage.block("RectMedium", "wood", -4.46, -1.73)
    stage.block("RectFat", "ice", -4.15, -1.25, 89.98)
    corner = stage.block("RectFat", "ice", -4.74, -1.44)
    stage.block("RectFat", "ice", -4.97, -0.85, 89.99)
    stage.block("SquareSmall", "ice", -4.56, -1.05, -0.01)
    stage.block("RectFat", "ice", -4.35, -0.65, -0.39)
    stage.block("RectTiny", "wood", -5, -0.36, -0.01)
    stage.block("RectTiny", "wood", -4.53, -0.36, -0.39)
    stage.block("RectFat", "stone", -3.34, -2.22, 90)
    stage.block("RectFat", "stone", -2.12, -2.22, 90)
    stage.block("RectMedium", "wood", -2.74, -1.73)
    stage.block("RectFat", "ice", -2.99, -1.25, 90)
    stage.block("RectFat", "ice", -2.37, -1.44)
    stage.block("RectFat", "ice", -2.13, -0.85, 90.06)
    stage.block("SquareSmall", "ice", -2.58, -1.05, 0.02)
    stage.block("RectFat", "ice", -2.83, -0.66, 0.4)
    stage.block("RectTiny", "wood", -2.51, -0.35, 0.25)
    stage.block("RectTiny", "wood", -2.06, -0.36, 0.06)
    stage.block("RectMedium", "wood", -3.51, -0.36, 0.08)
    stage.block("RectFat", "ice", -3.93, 0.13, 90.01)
    stage.block("RectFat", "ice", -3.31, -0.06, 0.1)
    stage.block("RectFat", "ice", -3.07, 0.52, 89.96)
    stage.block("SquareSmall", "ice", -3.52, 0.33, 0.13)
    stage.block("RectFat", "ice", -3.77, 0.72, 0.23)
    stage.block("SquareTiny", "ice", -4.05, 1.02)
    stage.block("SquareTiny", "ice", -2.97, 1.02, -0.02)
    stage.block("SquareTiny", "ice", -3.45, 1.02, 0.23)
    stage.platform(-3.31, -3.09, 4.63, 0.94)
    stage.move(right, WithinReach(x=(-5.38, -0.04), y=(-0.04, 0.29)))
    stage.plan(aim(corner))
