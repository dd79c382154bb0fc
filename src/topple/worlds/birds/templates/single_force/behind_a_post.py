"""Hit the pig on the steep arc: a post stops the flat one."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="1.2", original="1_1_5")
def behind_a_post(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -0.85, -1.99, 1.08)
    stage.platform(-0.86, -2.47, 1.34, 0.49)
    stage.platform(-2.5, -1.85, 1.49, 0.49, 90)
    stage.move(pig, WithinReach(x=(-7, 6), y=(-2.83, 4)))
    stage.plan(lob(pig))
