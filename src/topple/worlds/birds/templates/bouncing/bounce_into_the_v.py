"""Fly under the roof and bounce down into the V."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim, chart, lean
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="6.1", original="2_4_2")
def bounce_into_the_v(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", -0.97, -0.63)
    stage.block("RectMedium", "wood", -2.07, 1.56)
    stage.block("RectSmall", "stone", -2.07, 1.76)
    stage.block("RectMedium", "ice", -2.07, 1.96)
    stage.platform(-2.02, 1.27, 7.83, 0.36)
    stage.platform(-1.91, -0.61, 2.04, 0.57, 143.74)
    stage.platform(-0.96, -1.17, 0.64, 0.53)
    stage.platform(-0.36, -0.84, 1.12, 0.57, 37.08)
    stage.move(pig, WithinReach(x=(-4.96, 0), y=(-1.4, 4)))
    ways = chart(
        "aaaaaabbbb",
        "aaaaaaaaab",
        "aaaaaaaaaa",
        "aaaaaaaaaa",
        "aaaaaaaacc",
        right=(-3.99, 0.97),
        up=(-0.77, 4.63),
    )
    stage.plan(
        aim(
            pig,
            right=0.6,
            up=ways.pick(
                lean(1.4465, -0.2892, 0.2237, -0.0064, -0.0123, -0.0775),
                a=lean(-0.0025, 0.0008, -0.0057),
                b=lean(0.4415, -0.1041, -0.1388),
                c=lean(-0.2715, -0.1179, -0.0172),
            ),
            stretch=ways.pick(
                a=1, b=lean(0.9887, 0.00628, 0.00648), c=lean(0.9507, 0.000205, 0.000995)
            ),
            tries=4,
        )
    )
