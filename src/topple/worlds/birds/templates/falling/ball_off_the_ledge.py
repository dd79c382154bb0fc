"""Push the ball off the ledge into the shaft."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="4.4", original="2_2_1")
def ball_off_the_ledge(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -4.16, -3.25, 1.05)
    ball = stage.block("Circle", "stone", -5.31, -0.79, 0.03)
    stage.block("Circle", "stone", -3.71, 0.7, 0.11)
    stage.block("Circle", "stone", -4.8, 0.7, 0.03)
    stage.platform(-5.16, -2.64, 0.64, 1.79)
    stage.platform(-5.74, -1.5, 1.79, 0.64)
    stage.platform(-4.27, -3.72, 2.4, 0.47)
    stage.platform(-3.39, -1.75, 0.64, 3.51)
    stage.platform(-4.27, 0.08, 2.4, 0.47)
    stage.move(ball, WithinReach(x=(-8.75, 1.55), y=(-0.59, 1.23)))
    stage.vary(ball, "wood", "stone")
    stage.plan(aim(ball), spare=True)
