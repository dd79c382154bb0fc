"""Break the ice triangle, so that the plank tilts and the ball rolls off."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="10.4", original="3_4_3")
def plank_on_triangles(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -5.84, -3.26, 1.07)
    stage.block("RectBig", "stone", -3.86, -0.69, -0.26)
    triangle = stage.block("TriangleHole", "ice", -4.79, -1.2, 0.16)
    stage.block("TriangleHole", "stone", -3.74, -1.2, 0.17)
    stage.block("Circle", "stone", -3.96, -0.21, -0.28)
    stage.block("SquareHole", "stone", -3.8, 1.56, 0.31)
    stage.block("RectBig", "stone", -4.02, 2.06, -0.39)
    stage.block("SquareHole", "ice", -4.81, 1.56, 90.19)
    stage.block("Circle", "stone", -3.99, 2.54, -0.42)
    stage.block("SquareHole", "stone", -6.05, 3.63, 0.3)
    stage.block("SquareHole", "ice", -8.6, 3.63, 0.12)
    stage.block("Circle", "stone", -7.23, 3.62, 0.02)
    stage.platform(-3.58, -1.67, 3.19, 0.14)
    stage.platform(-3.65, 1.1, 3.22, 0.12)
    stage.platform(-6.26, -3.04, 0.15, 1)
    stage.platform(-7.14, 3.17, 3.72, 0.12)
    stage.platform(-6.15, -2.33, 0.13, 0.5, 327.66)
    stage.platform(-8.96, 2.22, 2.03, 0.12, 90)
    stage.platform(-4.15, -3.58, 4.33, 0.14)
    stage.move(triangle, WithinReach(x=(-7.49, 9.4), y=(-1.2, 4)))
    stage.plan(aim(triangle), spare=True)
