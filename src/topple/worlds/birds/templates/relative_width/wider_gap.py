"""Drop into the pit through the wider gap."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="9.3", original="3_3_1")
def wider_gap(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -5.57, -2.66, 1.12)
    stage.platform(-6.49, -2, 0.36, 2.21)
    stage.platform(-5.66, -1.43, 0.96, 1.07)
    stage.platform(-4.26, -2.21, 0.36, 2.64)
    stage.platform(-6.15, -2.78, 1.08, 0.44, 135.04)
    stage.platform(-4.65, -2.86, 1.21, 0.44, 45.54)
    stage.platform(-5.4, -3.22, 2.56, 0.64)
    stage.move((-4.89, 0.95), WithinReach(x=(-6.96, 9.4), y=(0.95, 4)))
    gap = (-4.81, -1.0)
    stage.plan(lob(gap))
