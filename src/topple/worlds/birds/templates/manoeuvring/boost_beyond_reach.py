"""Boost the yellow bird into the pocket beyond its reach."""

from topple.worlds.birds.staging.places import Anywhere
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="15.5", original="3_9_1")
def boost_beyond_reach(stage: Stage) -> None:
    stage.birds("yellow")
    pig = stage.pig("small", 8.76, -0.15, 1.11)
    stage.platform(8.86, -0.52, 0.64, 0.28)
    stage.platform(7.23, -0.01, 2.92, 0.28, 338.89)
    stage.platform(9.32, -0.19, 0.98, 0.28, 90)
    stage.platform(7.91, 1.66, 4, 0.28, 315.34)
    stage.move(pig, Anywhere(x=(13.4, 17), y=(-3.4, 4)))
    stage.plan(aim(pig, up=-5, tap=0.3))
