"""First push both squares away, so that the bars drop, then hit the pig."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="13.2", original="3_7_3")
def open_two_slits(stage: Stage) -> None:
    stage.birds("red", "red", "red")
    pig = stage.pig("small", -0.15, 0.74, 1.1)
    stage.block("RectBig", "stone", -2.49, 0.87, 89.98)
    stage.block("RectBig", "stone", -1.5, 0.87, 90.49)
    ice = stage.block("SquareHole", "ice", -2.54, -0.48, 0.39)
    wood = stage.block("SquareHole", "wood", -1.51, -0.48, 0.19)
    stage.block("SquareHole", "wood", -2.66, 3.98)
    stage.block("SquareHole", "wood", -1.37, 3.96)
    stage.block("SquareHole", "ice", 0.18, 2.4)
    stage.platform(-1.99, -2.23, 0.64, 2.7)
    stage.platform(-3.01, -2.23, 0.64, 2.7)
    stage.platform(-1.02, -2.22, 0.64, 2.68)
    stage.platform(-3.01, 2.38, 0.64, 2.11)
    stage.platform(-1.99, 2.39, 0.64, 2.13)
    stage.platform(-1.02, 2.38, 0.64, 2.12)
    stage.platform(0.19, 0.18, 1.95, 0.64)
    stage.platform(0.89, 0.92, 0.64, 2.08)
    stage.platform(0, 1.63, 2.33, 0.64)
    stage.platform(-0.46, -1.85, 0.65, 3.42)
    stage.platform(-1.73, -3.25, 3.17, 0.64)
    stage.platform(-2, 3.2, 2.66, 0.64)
    stage.move((-0.1, 0.33), WithinReach(x=(-4.71, 4.69), y=(0.33, 2.8)))
    stage.plan(aim(ice), aim(wood, delay=3), aim(pig, delay=3))
