"""First push the square away, so that the bar drops, then hit the pig."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="13.4", original="3_7_2")
def open_one_slit(stage: Stage) -> None:
    stage.birds("red", "red")
    pig = stage.pig("small", -0.08, 0.3, 1.1)
    stage.block("RectBig", "stone", -1.5, 0.87, 90.49)
    square = stage.block("SquareHole", "wood", -1.51, -0.48, 0.19)
    stage.block("SquareHole", "stone", 0.3, 2.36, 0.8)
    stage.block("SquareHole", "ice", -1.53, 3.92)
    stage.platform(-1.99, -2.23, 0.64, 2.7)
    stage.platform(-1.02, -2.22, 0.64, 2.68)
    stage.platform(-1.99, 2.39, 0.64, 2.13)
    stage.platform(-1.02, 2.38, 0.64, 2.12)
    stage.platform(0.19, -0.04, 1.95, 0.21)
    stage.platform(0.89, 0.92, 0.64, 2.08)
    stage.platform(0, 1.63, 2.33, 0.64)
    stage.platform(-0.46, -1.85, 0.65, 3.42)
    stage.platform(-1.23, -3.25, 2.16, 0.64)
    stage.platform(-1.49, 3.2, 1.64, 0.64)
    stage.move((-0.15, 0.74), WithinReach(x=(-4.71, 4.69), y=(0.74, 2.8)))
    stage.plan(aim(square), aim(pig))
