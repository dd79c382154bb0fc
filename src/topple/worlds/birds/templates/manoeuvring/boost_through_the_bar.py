"""Boost the yellow bird through the bar in the corridor."""

from topple.worlds.birds.staging.places import Anywhere
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="15.1", original="3_9_2")
def boost_through_the_bar(stage: Stage) -> None:
    stage.birds("yellow")
    pig = stage.pig("small", 9.62, -3.26, 1.08)
    bar = stage.block("RectBig", "wood", 0.99, -2.54, 90.01)
    stage.block("RectMedium", "wood", -1.93, 0.61, 90)
    stage.block("RectSmall", "wood", 2.65, 0.22, 89.97)
    stage.block("RectTiny", "wood", 7.98, 0.02, 90)
    stage.block("RectFat", "wood", 5.79, 0.22, 90)
    stage.block("RectBig", "wood", -5.84, 0.78, 90)
    stage.platform(1.48, -0.34, 16.91, 0.33)
    stage.platform(1.66, -3.67, 17.24, 0.33)
    stage.move(pig, Anywhere(x=(10.4, 17), y=(-3.4, 4)))
    stage.plan(aim(bar, up=-2, tap=0.8))
