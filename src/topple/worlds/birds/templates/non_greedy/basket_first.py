"""First the pig in the basket, then the two on the ball."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim, lob
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(version=2, phyq="11.5", original="3_5_5")
def basket_first(stage: Stage) -> None:
    stage.birds("red", "red")
    stage.pig("small", -0.78, 1.73, 1.86)
    top = stage.pig("small", -1.21, 2.03, 95.65)
    basket = stage.pig("small", -4.83, -3.15, 1.1)
    stage.block("Circle", "wood", -0.84, 1.12, 180.75)
    stage.platform(-6.72, -2.85, 2.43, 0.45, 25.18)
    stage.platform(-5.52, -2.91, 1.55, 0.45, 90)
    stage.platform(-4.91, -3.6, 1.69, 0.42)
    stage.platform(-4.29, -2.94, 1.55, 0.45, 90)
    stage.platform(-2.47, -0.86, 4.79, 0.45, 37.16)
    stage.platform(-0.26, 0.63, 0.47, 0.81, 103.56)
    stage.platform(-0.32, 2.01, 3.2, 0.43, 101.98)
    stage.platform(-3.93, 1.04, 2.42, 0.23, 79)
    stage.platform(-2.44, 1.92, 2.83, 0.21, 169.07)
    stage.platform(-2.62, 0.77, 3.6, 0.21, 211)
    stage.platform(-4.36, -2.68, 0.55, 0.16)
    stage.platform(-5.42, -2.68, 0.55, 0.16)
    stage.platform(-4.16, -1.78, 0.12, 0.3, 37.16)
    stage.move(top, WithinReach(x=(-3.91, 9.4), y=(2.03, 4)))
    stage.plan(lob(basket), aim(top))
