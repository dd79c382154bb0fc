"""Drop the bird into the cup with less than a full stretch."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="1.3", original="1_1_6")
def into_the_cup(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -3.51, -2.65, 1.15)
    stage.block("CircleSmall", "wood", -3.69, 1.2, 0.01)
    stage.block("CircleSmall", "stone", -2.64, 1.2, 0.03)
    stage.block("CircleSmall", "ice", -4.73, 1.2, 0.03)
    stage.platform(-3.62, -3.04, 1.79, 0.32)
    stage.platform(-3.6, 0.82, 3, 0.32)
    stage.platform(-4.38, -2.51, 1.35, 0.32, 90)
    stage.platform(-2.65, -2.51, 1.35, 0.32, 90)
    stage.move(pig, WithinReach(x=(-5, 1), y=(-2.4, 0)))
    stage.plan(lob(pig, stretch=0.8))
