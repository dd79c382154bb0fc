"""First the pig in the tunnel, then the two on top."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="11.4", original="3_5_1")
def tunnel_first(stage: Stage) -> None:
    stage.birds("red", "red")
    stage.pig("small", -1.61, 1.03, 0.7)
    stage.pig("small", 2.19, -0.87, 1.11)
    stage.pig("small", -2.28, 1.03, 2.37)
    post = stage.block("RectBig", "wood", -2.98, 2.19, 90)
    stage.block("RectBig", "wood", -2.98, 3.69)
    stage.block("SquareHole", "stone", -3.62, 4.17)
    stage.block("SquareHole", "stone", -2.34, 4.17)
    stage.block("SquareSmall", "wood", -2.98, 0.985)
    stage.block("CircleSmall", "wood", -1.03, 1.02, 0.05)
    stage.block("SquareSmall", "wood", -2.98, 3.4)
    stage.block("Circle", "wood", -3.97, 6.01, 0.02)
    stage.block("Circle", "wood", 2.1, 1.18, 0.02)
    stage.block("Circle", "stone", 0.81, 1.18, 0.02)
    stage.block("Circle", "stone", -2.13, 6.01, 0.01)
    stage.block("Circle", "ice", -0.43, 6.01, 0.13)
    stage.platform(-2.19, 5.3, 4.77, 0.64)
    stage.platform(-0.16, 2.59, 0.64, 4.9)
    stage.platform(-0.03, 0.47, 6.29, 0.64)
    stage.platform(2.78, -0.76, 0.64, 1.95)
    stage.platform(-0.72, -1.43, 7.66, 0.64)
    stage.platform(-4.61, -1.09, 0.64, 1.31)
    stage.platform(-3.04, 0.06, 0.28, 0.66)
    stage.move((2.82, 1.03), WithinReach(x=(-0.89, 9.4), y=(-0.8, 2.8)))
    tunnel = (-3.5, -0.4)
    stage.plan(aim(tunnel, stretch=0.9), aim(post, up=0.8))
