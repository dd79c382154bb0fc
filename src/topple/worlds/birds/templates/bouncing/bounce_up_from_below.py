"""Dive onto the plate below and bounce up into the box."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim, chart, lean
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="6.2", original="2_4_5")
def bounce_up_from_below(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("medium", -2.91, -0.77)
    stage.block("SquareTiny", "stone", -3.61, 0.89)
    stage.block("SquareSmall", "wood", -3.59, 0.59)
    stage.platform(-2.56, -1.22, 0.76, 0.12)
    stage.platform(-5.02, -0.56, 0.34, 1.29)
    stage.platform(-2.34, -0.55, 0.34, 1.29)
    stage.platform(-3.68, 0.22, 0.34, 3.02, 90)
    stage.platform(-3.4, -1.67, 0.14, 1.38, 310.88)
    plate = stage.platform(-4.63, -2.23, 1.57, 0.13, 8.76)
    stage.move(pig, WithinReach(x=(-4.96, 4.4), y=(-1.4, 1)))
    ways = chart(
        "aaaaaacb",
        "aaaaaabb",
        "aaaaaabb",
        "aacccbbb",
        right=(-2.04, 7.27),
        up=(-0.63, 1.76),
    )
    stage.plan(
        aim(
            plate,
            up=ways.pick(
                lean(0.1638, -0.0417, 0.0847, 0.0092, 0.0034, -0.0387),
                a=0,
                b=lean(0.4622, -0.0433, -0.0427),
                c=lean(-0.0479, -0.0973, 0.163),
            ),
            stretch=ways.pick(
                a=lean(0.8899, 0.034, -0.1071, 0.0018, 0.0001, 0.0372),
                b=lean(0.9807, 0.00579, 0.00347),
                c=lean(0.8371, -0.0143, 0.1743),
            ),
            tries=4,
        )
    )
