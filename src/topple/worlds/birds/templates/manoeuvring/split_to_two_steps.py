"""Split the blue bird so that both steps are hit."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="15.2", original="3_9_3")
def split_to_two_steps(stage: Stage) -> None:
    stage.birds("blue")
    upper = stage.pig("small", 1.91, -0.06, 1.15)
    lower = stage.pig("small", 0.6, -2.85, 0.96)
    stage.platform(2.54, -0.58, 0.49, 6.92, 330.96)
    stage.platform(0.09, -3.34, 1.54, 0.51)
    stage.platform(1.52, -0.55, 2.09, 0.51)
    stage.move(upper, WithinReach(x=(-2.91, 9.4), y=(-0.06, 2.8)))
    stage.plan(aim(lower, tap=0.3))
