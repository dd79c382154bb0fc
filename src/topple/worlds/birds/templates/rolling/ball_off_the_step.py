"""Push the ball off its step, so that it rolls down to the pig."""

from topple.worlds.birds.staging.places import OutOfReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="3.6", original="2_1_6")
def ball_off_the_step(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 11.29, -2.81, 1.2)
    ball = stage.block("Circle", "stone", 5.89, -0.28, 0.01)
    stage.platform(5.95, -0.87, 1.04, 0.41)
    stage.platform(8.75, -2.05, 5.37, 0.38, 333.18)
    stage.platform(11.37, -3.24, 0.66, 0.38)
    stage.move(pig, OutOfReach(y=(-2.4, -1), split=-1.7, high_x=(6.4, 9.4), low_x=(9.4, 12.4)))
    stage.vary(ball, "wood", "stone")
    stage.plan(aim(ball), spare=True)
