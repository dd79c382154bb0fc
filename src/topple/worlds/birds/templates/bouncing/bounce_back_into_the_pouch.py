"""Hit the slanted plate and bounce back into the pouch."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="6.3", original="2_4_6")
def bounce_back_into_the_pouch(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -2.24, -2.9, 5.16)
    stage.platform(-2.67, -2.57, 1.44, 0.37, 90)
    stage.platform(-1.98, -3.26, 1.73, 0.32, 12.58)
    stage.platform(-2.09, -1.45, 1.66, 0.33, 39.12)
    plate = stage.platform(-1.48, 0.36, 2.32, 0.12, 325.03)
    stage.platform(-0.45, -2.65, 1.68, 0.33, 29.34)
    stage.platform(-3.49, 1.26, 0.89, 0.1, 37.65)
    stage.move(pig, WithinReach(x=(-4.96, 0), y=(-1.4, 0)))
    stage.plan(aim(plate))
