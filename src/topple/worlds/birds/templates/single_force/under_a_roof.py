"""Hit the pig on the flat arc: a roof stops the steep one."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="1.1", original="1_1_4")
def under_a_roof(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -0.85, -1.99, 1.08)
    stage.block("Circle", "wood", -0.93, -0.6, -0.13)
    stage.platform(-0.86, -2.47, 1.34, 0.49)
    stage.platform(-0.89, -1.23, 1.34, 0.49)
    stage.move(pig, WithinReach(x=(-7, 6), y=(-2.83, 4)))
    stage.plan(aim(pig))
