"""Drop the egg into the slot and push the bird up to the other pig."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="15.3", original="3_9_8")
def egg_into_the_slot_bird_to_the_step(stage: Stage) -> None:
    stage.birds("white")
    upper = stage.pig("small", 0.22, 0.82, 1.52)
    stage.pig("small", -0.28, -2.83, 1.14)
    stage.block("CircleSmall", "wood", 0.94, 3.22)
    stage.block("Circle", "stone", -0.62, 3.39)
    stage.block("Circle", "ice", 2.47, 3.39)
    stage.platform(0.17, -1.52, 0.41, 3.89)
    stage.platform(-0.27, -3.27, 0.41, 1.29, 90)
    stage.platform(-0.76, -2.56, 0.41, 1.83)
    stage.platform(1.47, 0.83, 0.41, 3.05, 291.92)
    stage.platform(0.19, 0.3, 0.57, 0.43, 90)
    stage.platform(2.76, 1.92, 0.41, 1.34)
    stage.platform(0.92, 2.79, 0.41, 4.11, 90)
    stage.move(upper, WithinReach(x=(-5.22, 4.4), y=(0.82, 4)))
    stage.plan(aim(upper, tap=0.9))
