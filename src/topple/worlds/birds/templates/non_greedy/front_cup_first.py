"""First the pig in the front cup, then the two behind."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim, lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="11.2", original="3_5_3")
def front_cup_first(stage: Stage) -> None:
    stage.birds("red", "red")
    front = stage.pig("small", -4.58, -2.75, 0.97)
    upper = stage.pig("small", -3.38, -2.42, 0.11)
    rear = stage.pig("small", -3.34, -1.96, -0.15)
    stage.block("RectFat", "ice", -3.92, -1.75, 91.01)
    stage.block("RectBig", "stone", -4.02, -1.26, 2.11)
    stage.block("RectBig", "stone", -4.04, -1.07, 2.11)
    stage.block("RectBig", "stone", -4.06, -0.87, 2.12)
    stage.block("RectBig", "stone", -4.06, -0.67, 2.12)
    stage.platform(-4.66, -3.22, 0.46, 1.16, 90)
    stage.platform(-5.15, -2.79, 0.24, 1.31)
    stage.platform(-3.43, -2.87, 0.66, 0.42)
    stage.platform(-3.93, -2.8, 0.35, 1.31)
    stage.platform(-2.93, -2.6, 0.94, 0.33, 90)
    stage.move(upper, WithinReach(x=(-6, 1.56), y=(-0.94, 1.5)))
    stage.plan(lob(front, stretch=0.8), aim(rear, delay=3))
