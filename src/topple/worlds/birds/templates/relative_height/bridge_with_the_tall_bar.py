"""Topple the tallest bar: only it gets to the pig."""

from topple.worlds.birds.staging.places import OnTheEdge
from topple.worlds.birds.staging.plan import aim, lean
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="8.3", original="3_2_1")
def bridge_with_the_tall_bar(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 12.53, -3.26)
    bar = stage.block("RectBig", "stone", 9.01, -2.53, 89.74)
    stage.block("RectMedium", "stone", 10.83, -2.7, 89.74)
    stage.block("RectMedium", "stone", 6.1, -2.7, 89.75)
    stage.block("RectMedium", "stone", 10.89, 0.22, 89.98)
    stage.block("RectTiny", "stone", 12.67, -0.36, 90)
    stage.block("RectSmall", "stone", 11.94, -0.17, 90)
    stage.platform(9.23, -3.73, 8.28, 0.47)
    stage.platform(11.09, -0.8, 4.57, 0.47)
    stage.move(bar, OnTheEdge())
    stage.plan(
        aim(
            bar,
            "steep",
            right=lean(3.326, 0.257, -0.1561, -0.0007, -0.0012, 0.0032),
            stretch=lean(1.0696, 0.0009, 0.0054, 0.0001, -0.0001),
        )
    )
