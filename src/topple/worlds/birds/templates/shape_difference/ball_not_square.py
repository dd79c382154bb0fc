"""Push the ball into the shaft: the square does not roll."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="10.3", original="3_4_1")
def ball_not_square(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 5.44, -3.23, 0.82)
    stage.block("SquareHole", "stone", 2.37, -0.31, 0.31)
    ball = stage.block("Circle", "stone", 2.26, 1.39, 126.62)
    stage.block("RectMedium", "wood", 2.92, 2.83)
    stage.block("Triangle", "ice", 5.44, 3.11, 0.02)
    stage.block("Circle", "wood", 3.01, 3.31, 0.01)
    stage.platform(3.94, -2.25, 0.64, 2.72)
    stage.platform(2.99, -1.03, 0.64, 2.54, 90)
    stage.platform(2.98, 0.69, 0.64, 2.6, 90)
    stage.platform(4.14, 2.4, 5.13, 0.64)
    stage.platform(6.36, -0.56, 0.64, 6.1)
    stage.platform(5.18, -3.79, 3.04, 0.64)
    stage.move(ball, WithinReach(x=(-7.94, 9.4), y=(1.39, 2.8)))
    stage.plan(aim(ball), spare=True)
