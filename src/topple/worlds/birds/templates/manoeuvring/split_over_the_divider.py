"""Split the blue bird above the divider, so that both baskets are hit."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="15.6", original="3_9_4")
def split_over_the_divider(stage: Stage) -> None:
    stage.birds("blue")
    stage.pig("small", 0.16, -2.59, 1.08)
    stage.pig("small", 1.68, -2.59, 1.1)
    stage.platform(0.94, -3.08, 2.58, 0.51)
    stage.platform(0.96, -0.87, 0.35, 4.52)
    stage.platform(3.13, -1.32, 0.35, 4.32, 330.78)
    stage.platform(-1.25, -1.35, 0.35, 4.32, 29.22)
    # The original's anchor lies above the divider.
    stage.move((0.97, 2.33), WithinReach(x=(-2.91, 4.4), y=(2.33, 4)))
    divider = (0.96, 1.4)
    stage.plan(lob(divider, tap=0.9))
