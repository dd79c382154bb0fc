"""Split the blue bird so that both steps are hit."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim, lean
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="15.2", original="3_9_3")
def split_to_two_steps(stage: Stage) -> None:
    stage.birds("blue")
    upper = stage.pig("small", 1.91, -0.06)
    stage.pig("small", 0.6, -2.85)
    stage.platform(2.54, -0.58, 0.49, 6.92, 330.96)
    stage.platform(0.09, -3.34, 1.54, 0.51)
    stage.platform(1.52, -0.55, 2.09, 0.51)
    stage.move(upper, WithinReach(x=(-2.91, 9.4), y=(-0.06, 2.8)))
    stage.plan(
        aim(
            upper,
            up=lean(-2.7002, -0.1766, 0.3533, 0.0109, 0.0088, -0.0039),
            stretch=lean(0.9895, 0.0014, 0.0227, 0.0003, -0.0007, -0.0009),
            tap=lean(0.2888, -0.0204, 0.0758, -0.0007, 0.005, 0.0061),
            tries=2,
        )
    )
