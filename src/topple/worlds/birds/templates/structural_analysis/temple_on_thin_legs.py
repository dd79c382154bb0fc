"""Break the thin legs under the room of the pigs."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="12.3", original="3_6_6")
def temple_on_thin_legs(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -3.1, -0.5, 1.1)
    right = stage.pig("small", -2.22, -0.5, 1.1)
    stage.block("RectBig", "stone", -2.67, -0.83, -0.01)
    stage.block("RectFat", "stone", -3.62, -0.34, 89.99)
    stage.block("RectFat", "stone", -1.67, -0.34, 89.99)
    stage.block("RectBig", "stone", -2.7, 0.15, -0.01)
    stage.block("RectBig", "stone", -2.66, 0.34, -0.01)
    stage.block("RectSmall", "stone", -2.67, -0.34, 89.99)
    stage.block("Triangle", "wood", -2.66, 0.45, 224.99)
    leg = stage.block("RectSmall", "wood", -3.25, -1.32, 89.99)
    stage.block("RectSmall", "wood", -2.24, -1.32, 90)
    stage.block("RectBig", "stone", -2.8, -1.81)
    stage.block("RectFat", "wood", -2.52, -2.3, 90)
    stage.block("RectFat", "wood", -3.53, -2.3, 90)
    stage.block("RectFat", "wood", -2.98, -2.3, 90)
    stage.block("RectFat", "wood", -2.02, -2.3, 90)
    stage.block("RectFat", "stone", -1.05, -2.49)
    stage.block("RectFat", "wood", -1.06, -2.1)
    stage.block("RectFat", "wood", -1.03, -0.53)
    stage.block("RectFat", "wood", -1.06, -1.32)
    stage.block("RectFat", "stone", -1.08, -1.71)
    stage.block("RectFat", "stone", -1.04, -0.92)
    stage.block("RectFat", "stone", -0.24, -2.11, 0.2)
    stage.block("RectFat", "wood", -0.17, -2.5, 0.13)
    stage.block("RectFat", "wood", -0.22, -1.73, 0.16)
    stage.block("RectFat", "wood", -0.19, -0.96, 0.13)
    stage.block("RectFat", "stone", -0.19, -1.34, 0.15)
    stage.block("RectFat", "stone", -0.18, -0.57, 0.19)
    stage.block("RectFat", "wood", -0.23, -0.18, 0.16)
    stage.block("RectFat", "stone", -1.03, -0.14)
    stage.block("RectFat", "wood", -1.07, 0.25)
    stage.block("RectFat", "stone", -0.25, 0.23, 0.25)
    stage.platform(-1.7, -2.82, 4.69, 0.25)
    stage.move(right, WithinReach(x=(-7.04, -0.73), y=(-1.06, 0.55)))
    stage.plan(aim(leg))
