"""Drop bird after bird into the cup with less than a full stretch."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="2.3", original="1_2_6")
def big_pig_in_a_cup(stage: Stage) -> None:
    stage.birds("red", "red", "red")
    pig = stage.pig("big", -3.45, -2.39, -0.18)
    stage.block("CircleSmall", "wood", -4.66, 1.2)
    stage.block("CircleSmall", "wood", -2.5, 1.2, 0.01)
    stage.block("TriangleHole", "ice", -3.51, 1.38)
    stage.platform(-3.52, -3.04, 2.55, 0.32)
    stage.platform(-3.6, 0.82, 3, 0.32)
    stage.platform(-4.63, -2.39, 1.59, 0.32, 90)
    stage.platform(-2.4, -2.39, 1.59, 0.32, 90)
    stage.move(pig, WithinReach(x=(-5, 1), y=(-2.4, 0)))
    stage.plan(
        lob(pig, right=0.1, stretch=0.85),
        lob(pig, right=0.1, stretch=0.85),
        lob(pig, right=0.1, stretch=0.85),
    )
