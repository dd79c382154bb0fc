"""Break an ice post under the stone room."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="12.4", original="3_6_1")
def room_on_ice_posts(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -3.07, -0.77, 12.66)
    stage.pig("small", -2.52, -0.78, 1.1)
    stage.pig("small", -2.84, -0.4, 11.05)
    post = stage.block("RectBig", "ice", -3.71, -2.16, 89.97)
    stage.block("RectBig", "ice", -2.05, -2.16, 89.96)
    stage.block("RectBig", "stone", -2.85, -1.11, -0.01)
    stage.block("RectFat", "stone", -3.68, -0.62, 89.99)
    stage.block("RectFat", "stone", -2.02, -0.62, 89.99)
    stage.block("RectBig", "stone", -2.73, 0.07, -0.01)
    stage.block("RectSmall", "stone", -3.55, -0.13, -0.01)
    stage.block("RectSmall", "stone", -1.99, -0.13, -0.01)
    stage.platform(-1.37, -1.49, 0.35, 3.92)
    stage.platform(-2.58, -3.29, 0.35, 2.71, 90)
    stage.move(post, WithinReach(x=(-7.66, 9.4), y=(-2.42, 2)))
    stage.plan(aim(post))
