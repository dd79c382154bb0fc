"""Topple the tower on the tall bar: only its square gets to the pig."""

from topple.worlds.birds.staging.places import Along
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="8.1", original="3_2_2")
def tall_tower(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 3.15, -3.26, 1.08)
    stage.block("RectBig", "stone", -0.72, 2.9, 89.99)
    stage.block("RectTiny", "stone", -0.72, 0.29, 89.75)
    stage.block("SquareHole", "stone", -0.65, 0.88, -0.38)
    square = stage.block("SquareHole", "stone", -0.7, 4.25, 0.11)
    stage.block("TriangleHole", "stone", -2.64, 6.39, 0.16)
    stage.block("TriangleHole", "wood", 0.33, 6.39, 0.16)
    stage.block("TriangleHole", "ice", -1.08, 6.39, 0.17)
    stage.platform(-0.62, -0.13, 3.36, 0.43)
    stage.platform(-0.63, 1.73, 3.36, 0.43)
    stage.platform(-2.1, -1.78, 0.37, 3.69)
    stage.platform(0.85, -3.73, 6.32, 0.43)
    stage.platform(-1.16, 5.78, 4.43, 0.43)
    stage.move(square, Along(x=(-8, 9.46), reachable=True))
    stage.plan(aim(square), spare=True)
