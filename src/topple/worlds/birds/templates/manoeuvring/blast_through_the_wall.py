"""Explode right below the closed box of the pig."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="15.8", original="3_9_5")
def blast_through_the_wall(stage: Stage) -> None:
    stage.birds("black")
    pig = stage.pig("small", 3.35, 0.13, 1.11)
    stage.block("RectBig", "stone", 1.59, 3.17)
    stage.block("RectFat", "wood", 5.52, 3.27)
    stage.block("SquareTiny", "stone", 3.14, 3.17)
    stage.platform(3.35, -0.35, 7.77, 0.49)
    stage.platform(3.34, 2.82, 7.75, 0.49)
    stage.platform(-0.33, 1.22, 3.6, 0.49, 90)
    stage.platform(7, 1.21, 3.6, 0.49, 90)
    stage.move(pig, WithinReach(x=(-5.37, 9.4), y=(-1.42, 2.8)))
    stage.plan(aim(pig, up=-2.6, tap=0.9))
