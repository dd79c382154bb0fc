"""Hit the big pig on the ground again and again."""

from topple.worlds.birds.staging.places import Along
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="2.4", original="1_2_1")
def big_pig_on_the_ground(stage: Stage) -> None:
    stage.birds("red", "red", "red")
    pig = stage.pig("big", 1.78, -3.01, -0.16)
    stage.platform(17.86, 1.09, 0.72, 17.92, fixed=True)
    stage.move(pig, Along(x=(-8.96, 8.397)))
    stage.plan(aim(pig), aim(pig), aim(pig))
