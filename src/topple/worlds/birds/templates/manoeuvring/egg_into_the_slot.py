"""Drop the egg into the slot that is too narrow for the bird."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="15.7", original="3_9_7")
def egg_into_the_slot(stage: Stage) -> None:
    stage.birds("white")
    pig = stage.pig("small", -0.31, -2.83, 1.5)
    stage.platform(0.17, -2.56, 0.41, 1.83)
    stage.platform(-0.27, -3.27, 0.41, 1.29, 90)
    stage.platform(-0.76, -2.56, 0.41, 1.83)
    # The original's anchor lies above the slot.
    stage.move((-0.32, -1.43), WithinReach(x=(-8.88, 4.4), y=(-1.43, 4)))
    stage.plan(lob(pig, right=0.6, up=1.2, tap=0.9))
