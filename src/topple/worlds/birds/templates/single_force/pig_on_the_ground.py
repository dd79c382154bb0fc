"""Hit the pig on the ground."""

from topple.worlds.birds.staging.places import Along
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="1.4", original="1_1_1")
def pig_on_the_ground(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 0, -3.27, 1.21)
    stage.move(pig, Along(x=(-9.96, 9.397), reachable=True))
    stage.plan(aim(pig))
