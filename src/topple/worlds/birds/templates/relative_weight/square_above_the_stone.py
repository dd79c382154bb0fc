"""Push the wooden square off its ledge: the stone one does not move."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="7.5", original="3_1_6")
def square_above_the_stone(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 3.26, -2.65, 0.9)
    stage.block("SquareHole", "stone", 0.75, -2.49, 0.31)
    wood = stage.block("SquareHole", "wood", 0.73, -0.67, 0.31)
    stage.block("RectMedium", "stone", 2.08, 0.79)
    stage.block("SquareSmall", "wood", 0.2, 0.88)
    stage.block("SquareSmall", "wood", 3.97, 0.9)
    stage.block("SquareHole", "ice", 2.07, 1.28, 0.32)
    stage.platform(1.78, -3.21, 0.64, 4.05, 90)
    stage.platform(0.64, -1.39, 0.64, 1.78, 90)
    stage.platform(1.77, 0.36, 4.26, 0.64)
    stage.platform(4.07, -1.41, 0.64, 4.21)
    stage.move(wood, WithinReach(x=(-5, 0), y=(-0.5, 2)))
    stage.plan(aim(wood), spare=True)
