"""Roll the ball under the roof into the pig."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="3.2", original="2_1_8")
def ball_under_the_roof(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 2.25, 1.44, 1.03)
    ball = stage.block("Circle", "wood", -0.38, 1.59, 0.06)
    stage.block("Circle", "wood", 0.81, 3.1, 0.13)
    stage.block("RectFat", "stone", 2.44, 2.91)
    stage.block("RectFat", "ice", -0.68, 2.91)
    stage.platform(3.09, 0.94, 8.56, 0.51)
    stage.platform(0.89, 2.45, 4.2, 0.51)
    stage.move(pig, HalfLow(x=(-4.96, 6.4), y=(-2.4, 2), without="left"))
    stage.vary(ball, "wood", "stone")
    stage.plan(aim(ball), spare=True)
