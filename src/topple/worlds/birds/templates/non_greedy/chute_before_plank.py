"""First the pig below the chute, then the two under the plank."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim, lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="11.1", original="3_5_2")
def chute_before_plank(stage: Stage) -> None:
    stage.birds("red", "red", "red")
    stage.pig("medium", -2.83, 1.95, -3.1)
    small = stage.pig("small", -3.03, -0.77, 1.07)
    stage.pig("small", -2.53, -0.77, 1.07)
    stage.block("RectMedium", "wood", -2.79, -0.44, -0.01)
    stage.block("RectBig", "wood", -2.79, 0.61, 88.99)
    stage.platform(-2.76, -1.18, 1.69, 0.34)
    stage.platform(-2.02, 1.1, 1.3, 0.3)
    stage.platform(-3.81, 1.63, 0.64, 1.29)
    stage.platform(-3.53, 1.09, 1.2, 0.28)
    stage.platform(-1.68, 1.68, 0.64, 1.42)
    stage.platform(-2.13, 2.33, 1.22, 0.1)
    stage.platform(-3.57, 2.23, 1.03, 0.1)
    stage.platform(-2.43, 4.15, 0.17, 3.6, 353.85)
    stage.platform(-3.17, 3.69, 0.17, 2.92, 0.43)
    stage.move((-2.4, 5.8), WithinReach(x=(-6.45, 9.4), y=(3.68, 4)))
    chute = (-2.8, 5.5)
    stage.plan(lob(chute), lob(chute), aim(small))
