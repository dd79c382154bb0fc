"""Hit the big pig again and again on the steep arc."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.staging.plan import lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="2.2", original="1_2_5")
def big_pig_behind_a_post(stage: Stage) -> None:
    stage.birds("red", "red", "red")
    pig = stage.pig("big", -0.85, -1.73, -0.74)
    stage.platform(-0.84, -2.47, 1.29, 0.49)
    stage.platform(-4.31, -1.93, 1.6, 0.49, 90)
    stage.platform(0.07, -2.34, 0.64, 0.76)
    stage.platform(-1.71, -2.34, 0.64, 0.76)
    stage.move(pig, HalfLow(x=(-5, 4.5), y=(-2.4, 2.5), without="left"))
    stage.plan(lob(pig), lob(pig), lob(pig))
