"""Push the lighter square off the lower ledge."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="7.1", original="3_1_1")
def lower_lighter_square(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 6.47, -3.26, 0.94)
    stone = stage.block("SquareHole", "stone", 3.91, 2.37, 0.38)
    wood = stage.block("SquareHole", "wood", 4, -0.41, 0.11)
    stage.block("Triangle", "ice", 4.16, 4.88)
    stage.block("Triangle", "stone", 5.51, 4.5, 225)
    stage.block("Triangle", "wood", 6.79, 4.88, 90)
    stage.platform(3.29, -2.24, 0.64, 2.72)
    stage.platform(3.62, -1.13, 0.64, 1.29, 90)
    stage.platform(3.55, 1.65, 0.64, 1.22, 90)
    stage.platform(3.83, 0.85, 0.64, 1.02)
    stage.platform(3.83, 3.6, 0.64, 0.91)
    stage.platform(5.48, 4.17, 3.92, 0.64)
    stage.platform(5.21, -3.82, 4.47, 0.64)
    stage.move(stone, WithinReach(x=(-7.5, 5), y=(2.3, 5.3)))
    stage.plan(aim(wood), spare=True)
