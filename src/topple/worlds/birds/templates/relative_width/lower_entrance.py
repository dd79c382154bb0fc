"""Fly in by the lower entrance: the upper one is too narrow."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="9.2", original="3_3_4")
def lower_entrance(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -1.75, 0.5, 1.1)
    stage.block("TriangleHole", "wood", -3.19, 4.01, 0.16)
    stage.block("CircleSmall", "wood", -0.91, 3.85, 0.18)
    stage.block("CircleSmall", "wood", -5.72, 3.84, 0.05)
    stage.block("Circle", "stone", -4.52, 4, 0.01)
    stage.block("Circle", "stone", -1.94, 4, 0.2)
    stage.platform(-3.51, 3.29, 5.06, 0.64)
    stage.platform(-0.82, 1.62, 0.64, 3.99)
    stage.platform(-3.98, 2.06, 2.97, 0.64)
    stage.platform(-3.62, 0.39, 2.29, 1.54)
    stage.platform(-1.79, -0.06, 1.62, 0.64)
    stage.platform(-3.1, 2.92, 1.23, 0.64)
    stage.move((-0.83, 2.68), WithinReach(x=(-5, 9.4), y=(-0.36, 2.8)))
    entrance = (-4.6, 1.45)
    stage.plan(aim(entrance))
