"""Slide the square into the pig behind it."""

from topple.worlds.birds.staging.places import OnTheEdge
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="5.1", original="2_3_1")
def square_on_the_edge(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", 3.09, 1.55, 0.8)
    square = stage.block("SquareHole", "wood", 2.44, 1.71, 0.24)
    stage.platform(2.11, 1.02, 4.28, 0.58)
    stage.move(square, OnTheEdge())
    stage.vary(square, "wood", "stone")
    stage.plan(aim(square), spare=True)
