"""Push the triangle into the funnel: only its corner gets to the pig."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="10.1", original="3_4_2")
def triangle_into_the_funnel(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -5.7, -3.18, 0.78)
    stage.block("Circle", "stone", -6.95, -0.61, 126.3)
    triangle = stage.block("TriangleHole", "stone", -6.91, 1.23, 0.16)
    stage.block("Circle", "wood", -6.35, 2.85, 0.13)
    stage.block("TriangleHole", "stone", -4.7, 2.87, 2.09)
    stage.platform(-7.15, -1.84, 0.64, 1.55)
    stage.platform(-7.15, -1.33, 0.68, 0.65, 90)
    stage.platform(-7.16, 0.51, 0.64, 0.68, 90)
    stage.platform(-5.96, 2.12, 3.16, 0.68)
    stage.platform(-4.16, -0.2, 0.64, 5.35)
    stage.platform(-6.65, -2.75, 1.49, 0.67, 331.73)
    stage.platform(-4.66, -2.89, 1.53, 0.73, 21.32)
    stage.platform(-5.71, -3.74, 0.86, 0.64)
    stage.move(triangle, WithinReach(x=(-8.73, 9.4), y=(1.23, 4)))
    stage.plan(aim(triangle), spare=True)
