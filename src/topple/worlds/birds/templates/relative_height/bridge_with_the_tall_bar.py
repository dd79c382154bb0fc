"""Topple the tallest bar: only it gets to the pig."""

from topple.worlds.birds.staging.places import OnTheEdge
from topple.worlds.birds.staging.plan import lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="8.3", original="3_2_1")
def bridge_with_the_tall_bar(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 12.53, -3.26, 0.89)
    bar = stage.block("RectBig", "stone", 9.01, -2.53, 89.74)
    stage.block("RectMedium", "stone", 10.83, -2.7, 89.74)
    stage.block("RectMedium", "stone", 6.1, -2.7, 89.75)
    stage.block("RectMedium", "stone", 10.89, 0.22, 89.98)
    stage.block("RectTiny", "stone", 12.67, -0.36, 90)
    stage.block("RectSmall", "stone", 11.94, -0.17, 90)
    stage.platform(9.23, -3.73, 8.28, 0.47)
    stage.platform(11.09, -0.8, 4.57, 0.47)
    stage.move(bar, OnTheEdge())
    stage.plan(lob(bar), spare=True)
