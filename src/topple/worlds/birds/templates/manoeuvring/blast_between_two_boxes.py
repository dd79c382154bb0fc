"""Explode between the boxes: the blast goes through walls."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="15.4", original="3_9_6")
def blast_between_two_boxes(stage: Stage) -> None:
    stage.birds("black")
    stage.pig("small", -2.51, -2.24, 1.11)
    stage.pig("small", 1.16, -2.28, 1.11)
    stage.block("Circle", "wood", 1.26, -0.52, 0.11)
    stage.block("CircleSmall", "wood", -2.68, -0.65, 0.03)
    stage.platform(-2.6, -2.72, 2.06, 0.49)
    stage.platform(-2.57, -1.12, 2.06, 0.49)
    stage.platform(-3.4, -1.9, 2.06, 0.49, 90)
    stage.platform(-1.72, -1.92, 2.07, 0.49, 90)
    stage.platform(1.28, -2.76, 2.06, 0.49)
    stage.platform(1.31, -1.16, 2.06, 0.49)
    stage.platform(0.08, -1.95, 2.1, 0.49, 90)
    stage.platform(2.16, -1.97, 2.06, 0.49, 90)
    stage.move((-0.82, -1.9), WithinReach(x=(-6.25, 4.4), y=(-2.33, 4)))
    middle = (-0.82, -2.0)
    stage.plan(lob(middle))
