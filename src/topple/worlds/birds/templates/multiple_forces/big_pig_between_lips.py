"""Hit the big pig on its platform again and again."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="2.5", original="1_2_2")
def big_pig_between_lips(stage: Stage) -> None:
    stage.birds("red", "red", "red")
    pig = stage.pig("big", -0.76, -1.73, -0.34)
    stage.platform(-0.86, -2.47, 1.34, 0.49)
    stage.platform(0.06, -2.34, 0.64, 0.75)
    stage.platform(-1.66, -2.34, 0.64, 0.75)
    stage.move(pig, HalfLow(x=(-8, 4), y=(-1.4, 2), without="left"))
    stage.plan(aim(pig), aim(pig), aim(pig))
