"""Hit the layer of balls, so that what lies on it slides off."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="12.6", original="3_6_7")
def planks_on_ice_balls(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -3.12, -0.77, 0.75)
    stage.pig("small", -2.38, -0.77, 1.23)
    stage.pig("small", -4.89, -0.77, 1.33)
    stage.pig("small", -4.06, -0.77, 1.26)
    stage.block("RectBig", "wood", -4.56, -1.3, 0.16)
    stage.block("RectBig", "wood", -4.44, -2.25, 0.09)
    stage.block("RectFat", "wood", -3.88, -2.54, 0.06)
    stage.block("RectFat", "wood", -4.73, -2.54, 0.06)
    stage.block("RectFat", "wood", -4.69, -2.94, 0.03)
    stage.block("RectFat", "wood", -3.91, -2.94, 0.02)
    stage.block("RectFat", "wood", -3.07, -2.93, -0.01)
    stage.block("RectFat", "wood", -3.02, -2.54, -0.03)
    stage.block("RectFat", "wood", -2.21, -2.94, -0.01)
    stage.block("RectFat", "wood", -2.16, -2.54, -0.02)
    stage.block("RectMedium", "wood", -2.49, -2.25, -0.04)
    stage.block("RectMedium", "wood", -2.69, -1.3, 0.13)
    stage.block("RectBig", "wood", -4.53, -1.1, 0.22)
    stage.block("RectMedium", "wood", -2.66, -1.1, 0.12)
    for x in (-5.3, -4.48, -3.59, -2.75):
        stage.block("SquareSmall", "stone", x, -0.79)
    stage.block("RectBig", "stone", -4.4, -0.42)
    stage.block("RectBig", "stone", -2.4, -0.42)
    ball = stage.block("Circle", "ice", -4.89, -1.77, 0.14)
    stage.block("Circle", "ice", -2.11, -1.77, -0.04)
    stage.block("Circle", "ice", -3.57, -1.77, 0.07)
    stage.platform(-3.44, -3.26, 3.62, 0.25)
    stage.move((-2.38, -0.13), WithinReach(x=(-5.76, 5.78), y=(-0.58, 1.74)))
    stage.plan(aim(ball))
