"""Land at the top of the ramp and roll down to the pig."""

from topple.worlds.birds.staging.places import OutOfReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="3.1", original="2_1_3")
def roll_down_the_ramp(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 13.59, -0.83, 1.05)
    entry = stage.platform(5.4, 0.31, 1.89, 0.37)
    stage.platform(9.76, -0.47, 7.11, 0.38, 347.3)
    stage.platform(13.75, -1.26, 1.14, 0.37)
    stage.move(pig, OutOfReach(y=(-2.4, 4), split=0.8, high_x=(3.4, 10.4), low_x=(10.4, 14.4)))
    stage.plan(aim(entry))
