"""Hit the big pig again and again on the flat arc."""

from topple.worlds.birds.staging.places import HalfLow
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="2.1", original="1_2_4")
def big_pig_under_a_roof(stage: Stage) -> None:
    stage.birds("red", "red", "red")
    pig = stage.pig("big", -0.82, -1.74, -0.12)
    stage.block("SquareHole", "stone", -0.95, -0.12, 0.43)
    stage.platform(-0.91, -2.47, 1.88, 0.49)
    stage.platform(-0.92, -0.77, 1.34, 0.49)
    stage.platform(0.03, -2.32, 0.64, 0.81)
    stage.platform(-1.69, -2.32, 0.64, 0.81)
    stage.move(pig, HalfLow(x=(-8, 4), y=(-1.4, 2), without="left"))
    stage.plan(aim(pig), aim(pig), aim(pig))
