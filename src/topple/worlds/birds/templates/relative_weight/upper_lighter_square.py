"""Push the lighter square off the upper ledge."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="7.2", original="3_1_2")
def upper_lighter_square(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 5.53, -3.24, 1.54)
    stage.block("SquareHole", "stone", 3.5, -0.41, 0.31)
    wood = stage.block("SquareHole", "wood", 3.48, 1.41, 0.31)
    stage.block("RectFat", "stone", 4.92, 3.15)
    stage.block("RectMedium", "ice", 4.92, 3.44)
    stage.block("SquareHole", "wood", 2.81, 3.34, 0.08)
    stage.block("SquareHole", "stone", 6.93, 3.34, 0.08)
    stage.platform(3.94, -2.25, 0.64, 2.72)
    stage.platform(3.39, -1.13, 0.64, 1.75, 90)
    stage.platform(3.39, 0.69, 0.64, 1.78, 90)
    stage.platform(4.86, 2.62, 5, 0.64)
    stage.platform(5.51, -3.8, 3.7, 0.64)
    stage.move(wood, WithinReach(x=(3.3, 3.5), y=(1.47, 3.3)))
    stage.plan(aim(wood), spare=True)
