"""Hit the ball, so that it rolls along the shelf into the pig."""

from topple.worlds.birds.staging.places import OutOfReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="3.5", original="2_1_5")
def ball_along_the_shelf(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 4.83, 2.13, 1.04)
    ball = stage.block("Circle", "wood", 2.91, 2.28, 0.01)
    stage.platform(3.39, 1.64, 10.02, 0.51)
    stage.move(pig, OutOfReach(y=(-2.4, 4), split=0.8, high_x=(4.4, 11.4), low_x=(10.4, 11.4)))
    stage.vary(ball, "wood", "stone")
    stage.plan(aim(ball), spare=True)
