"""Land on the shelf and roll along it into the pig."""

from topple.worlds.birds.staging.places import OutOfReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="3.4", original="2_1_2")
def along_the_long_shelf(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 7.96, 2.19, 1.11)
    stage.platform(8.62, 1.7, 16.06, 0.51)
    stage.move(pig, OutOfReach(y=(-2.4, 4), split=0.8, high_x=(3.4, 10.4), low_x=(10.4, 14.4)))
    stage.plan(aim(pig, right=-5))
