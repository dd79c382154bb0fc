"""Hit the pig on its platform."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="1.5", original="1_1_2")
def pig_on_a_platform(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -0.85, -1.99, 1.08)
    stage.platform(-0.86, -2.47, 1.34, 0.49)
    stage.move(pig, WithinReach(x=(-7, 6), y=(-2.83, 4)))
    stage.plan(aim(pig))
