"""Fly in by the upper entrance: the lower one is too narrow."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="9.4", original="3_3_3")
def upper_entrance(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -1.84, 1.04, 1.19)
    stage.block("CircleSmall", "stone", -5.62, 3.84, 0.12)
    stage.block("SquareHole", "ice", -1.26, 4.01, 0.31)
    stage.block("TriangleHole", "wood", -3.42, 4.01, 0.16)
    stage.platform(-3.38, 3.29, 5.31, 0.64)
    stage.platform(-1.07, 2.11, 0.64, 2.95)
    stage.platform(-3.98, 2.06, 2.97, 0.64)
    stage.platform(-3.62, 1.11, 2.29, 0.64)
    stage.platform(-2.76, 0.48, 4.02, 0.64)
    stage.move((-0.99, 2.64), WithinReach(x=(-5, 9.4), y=(-0.97, 2.8)))
    entrance = (-5.2, 2.67)
    stage.plan(aim(entrance))
