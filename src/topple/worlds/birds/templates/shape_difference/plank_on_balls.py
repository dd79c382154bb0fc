"""Shoot the plank that lies on balls off its shelf."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="10.2", original="3_4_4")
def plank_on_balls(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 0.69, -3.26, 0.94)
    plank = stage.block("RectBig", "stone", -4.14, 1.85, -0.03)
    stage.block("RectBig", "stone", -4.05, -1.12, 0.08)
    stage.block("CircleSmall", "ice", -4.82, 1.55, -0.05)
    stage.block("CircleSmall", "ice", -4.38, 1.55, 0.01)
    stage.block("CircleSmall", "ice", -3.92, 1.55, -1.04)
    stage.block("CircleSmall", "ice", -3.09, 1.55, 0.44)
    stage.block("CircleSmall", "ice", -3.51, 1.55, 0.16)
    stage.block("SquareSmall", "ice", -4.82, -1.42)
    stage.block("SquareSmall", "ice", -3.6, -1.42, 0.13)
    stage.block("SquareSmall", "ice", -4.4, -1.42)
    stage.block("SquareSmall", "ice", -4, -1.42, -0.23)
    stage.block("SquareSmall", "ice", -3.19, -1.42)
    stage.block("Circle", "wood", 0.28, 3.22, 0.18)
    stage.block("CircleSmall", "ice", -1.32, 3.06)
    stage.block("CircleSmall", "ice", 1.71, 3.06, 0.02)
    stage.platform(-3.58, 1.24, 3.19, 0.14)
    stage.platform(-4.85, -2.79, 0.64, 1.33)
    stage.platform(-3.1, -1.95, 4.15, 0.64)
    stage.platform(-3.14, 1, 4.15, 0.64)
    stage.platform(-1.39, 0.03, 0.64, 1.58)
    stage.platform(-1.39, 2.51, 7.31, 0.64)
    stage.platform(0.19, -3.82, 4.15, 0.64)
    stage.move((-5.05, 1.88), WithinReach(x=(-8, -4), y=(1.88, 2.8)))
    stage.plan(aim(plank), spare=True)
