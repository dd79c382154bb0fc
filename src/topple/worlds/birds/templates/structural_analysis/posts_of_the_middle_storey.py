"""Break the ice posts of the middle storey, so that all falls."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="12.1", original="3_6_4")
def posts_of_the_middle_storey(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -3.93, -1.86, 1.03)
    stage.pig("small", -3.77, -0.48, 0.92)
    top = stage.pig("small", -3.4, 0.3, 1.1)
    stage.block("RectFat", "stone", -5.9, -2.68, -1.35)
    stage.block("RectBig", "stone", -4.91, -2.39, -0.24)
    stage.block("RectFat", "stone", -3.89, -2.69)
    stage.block("RectTiny", "stone", -6.23, -2.28, 89.67)
    stage.block("RectBig", "stone", -2.87, -2.39)
    stage.block("RectFat", "stone", -1.84, -2.69)
    stage.block("RectTiny", "stone", -1.54, -2.29, 89.99)
    stage.block("RectFat", "stone", -4.9, -2.09, -0.24)
    stage.block("RectSmall", "wood", -3.84, -2.19, -0.08)
    stage.block("RectSmall", "wood", -3.32, -1.9, 90.2)
    stage.block("RectFat", "stone", -2.78, -2.1, 0.01)
    post = stage.block("RectTiny", "ice", -5.18, -1.69, 90.06)
    stage.block("RectTiny", "ice", -4.97, -1.7, 89.6)
    stage.block("RectTiny", "ice", -4.57, -1.7, 89.21)
    stage.block("RectTiny", "ice", -4.77, -1.7, 89.6)
    stage.block("RectTiny", "ice", -3.07, -1.7, 90.07)
    stage.block("RectTiny", "ice", -2.86, -1.7, 90)
    stage.block("RectTiny", "ice", -2.46, -1.7, 90.01)
    stage.block("RectTiny", "ice", -2.66, -1.7, 90.01)
    stage.block("RectFat", "stone", -4.85, -1.3, -0.82)
    stage.block("RectFat", "stone", -2.81, -1.31, 0.07)
    stage.block("RectBig", "ice", -3.88, -1.01, -0.19)
    stage.block("SquareTiny", "stone", -5.16, -1, -0.61)
    stage.block("SquareTiny", "stone", -2.52, -1.01, -0.02)
    stage.block("RectFat", "ice", -4.67, -0.52, 89.81)
    stage.block("RectFat", "ice", -3.07, -0.52, 89.71)
    stage.block("RectSmall", "wood", -3.86, -0.81, -0.19)
    stage.block("RectBig", "stone", -3.88, -0.03, -0.22)
    stage.block("RectTiny", "stone", -4.7, 0.27, 89.81)
    stage.block("RectTiny", "stone", -2.97, 0.26, 89.78)
    stage.platform(-3.73, -3.21, 4.64, 0.64)
    stage.platform(-6.4, -3.49, 1.27, 0.64, 32.01)
    stage.platform(-1.07, -3.5, 1.27, 0.64, 327.99)
    stage.move(top, WithinReach(x=(-4.35, 1.56), y=(0.295, 1.57)))
    stage.plan(aim(post))
