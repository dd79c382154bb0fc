"""First break the legs of the table, then shoot into the chamber."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="13.1", original="3_7_1")
def drop_the_table(stage: Stage) -> None:
    stage.birds("red", "red")
    pig = stage.pig("small", -1.11, 0.1, 0.81)
    stage.block("RectBig", "stone", -2.86, -0.94)
    stage.block("RectFat", "stone", -3.37, 0.33, 89.61)
    stage.block("RectFat", "stone", -2.93, -0.45, 90)
    stage.block("RectFat", "stone", -3.37, -0.45, 90)
    stage.block("RectFat", "stone", -2.98, 0.33, 89.22)
    leg = stage.block("RectBig", "ice", -3.5, -1.99, 90)
    stage.block("RectBig", "ice", -2.31, -1.99, 90)
    stage.block("RectBig", "ice", -1.91, 1.53, -0.07)
    stage.block("RectMedium", "wood", -1.85, 1.73, -0.07)
    stage.block("RectFat", "wood", -1.81, 2.03, -0.07)
    stage.block("CircleSmall", "stone", -1.79, 2.44)
    stage.platform(-2.51, -3.27, 4.54, 0.64)
    stage.platform(-0.55, -1.91, 0.68, 3.31)
    stage.platform(-1.46, -0.46, 2.51, 0.64)
    stage.platform(-1.86, 1.1, 3.36, 0.64)
    stage.platform(-0.53, 0.29, 0.69, 1.06)
    stage.move(pig, WithinReach(x=(-4.31, 9.4), y=(0.7, 2.8)))
    stage.plan(aim(leg, up=-0.8), aim(pig, delay=3))
