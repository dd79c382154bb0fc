"""First the pig in the bucket, then the two on the shelf."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="11.3", original="3_5_4")
def bucket_first(stage: Stage) -> None:
    stage.birds("red", "red")
    stage.pig("small", -7.72, -0.34, 3.87)
    shelf = stage.pig("small", -8.19, -0.35, 1.01)
    bucket = stage.pig("small", -6.15, -2.89, 1.1)
    stage.block("RectBig", "stone", -6.53, -0.48)
    stage.block("RectBig", "stone", -6.53, -0.28, -0.01)
    stage.block("Circle", "wood", -8.27, 0.65, 0.13)
    stage.platform(-8.08, -0.69, 1.22, 0.22)
    stage.platform(-5.27, -0.69, 0.64, 0.22)
    stage.platform(-6.22, -3.27, 0.29, 1.32, 90)
    stage.platform(-6.74, -2.74, 0.29, 1.34)
    stage.platform(-5.7, -2.48, 0.29, 1.87)
    stage.platform(-8.25, 0.15, 1.51, 0.22)
    stage.platform(-5.84, -1.5, 0.55, 0.1)
    stage.platform(-6.88, -2.02, 0.55, 0.1)
    stage.move(bucket, WithinReach(x=(-6.15, 4), y=(-3.17, 0.3)))
    stage.plan(aim(bucket, up=1), aim(shelf))
