"""Hit the support between the rooms, so that both collapse."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="12.2", original="3_6_5")
def castle_of_two_rooms(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -4.22, -1.36, 1.28)
    right = stage.pig("small", -2.17, -1.35, 0.84)
    stage.block("RectFat", "wood", -4.69, -2.56, 90)
    stage.block("RectFat", "wood", -4.27, -2.56, 90.03)
    stage.block("RectFat", "wood", -4.5, -1.98, 0.06)
    stage.block("RectFat", "wood", -3.23, -2.56, 90.05)
    stage.block("RectFat", "wood", -2.07, -2.56, 90)
    stage.block("RectFat", "wood", -1.59, -2.56, 90)
    stage.block("RectFat", "wood", -1.82, -1.98)
    stage.block("RectMedium", "wood", -3.16, -2.08, 0.16)
    stage.block("RectMedium", "wood", -3.18, -1.88, 0.18)
    stage.block("RectMedium", "wood", -4.04, -1.68, 0.17)
    stage.block("SquareSmall", "wood", -4.67, -1.39, 0.21)
    stage.block("SquareSmall", "wood", -4.67, -1, 0.17)
    support = stage.block("RectSmall", "wood", -3.31, -1.19, 90.18)
    stage.block("RectMedium", "wood", -4, -0.7, 0.09)
    stage.block("RectMedium", "wood", -4.03, -0.5, 0.09)
    stage.block("RectMedium", "wood", -2.32, -1.68, -0.26)
    stage.block("RectSmall", "wood", -2.99, -1.19, 89.81)
    stage.block("SquareSmall", "wood", -1.68, -1.39, -0.2)
    stage.block("SquareSmall", "wood", -1.68, -0.99, -0.12)
    stage.block("RectMedium", "wood", -2.3, -0.7, -0.03)
    stage.block("RectMedium", "wood", -2.33, -0.5, -0.03)
    stage.block("SquareSmall", "wood", -4.56, -0.21, 0.1)
    stage.block("SquareSmall", "wood", -3.81, -0.21, 0.09)
    stage.block("SquareSmall", "wood", -3.1, -0.2, -0.35)
    stage.block("SquareSmall", "wood", -1.72, -0.2, -0.03)
    stage.block("SquareSmall", "wood", -2.38, -0.2, -0.03)
    stage.platform(-3.06, -3.28, 3.87, 0.64)
    stage.move(right, WithinReach(x=(-4.35, -1.35), y=(-1.35, 0.4)))
    stage.plan(aim(support))
