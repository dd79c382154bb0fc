"""Slide the square along the ground into the pig."""

from topple.worlds.birds.staging.places import Along
from topple.worlds.birds.staging.plan import aim, chart, lean
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="5.4", original="2_3_3")
def square_along_the_ground(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 10.16, -3.22)
    square = stage.block("SquareHole", "wood", 9.45, -3.06)
    stage.platform(8.79, -3.78, 3.65, 0.64)
    stage.move(pig, Along(x=(10.4, 13)))
    stage.vary(square, "wood", "stone")
    # Near by it is hit from above; farther off only a bird that rolls gets there.
    ways = chart("ab", right=(0.1, 2.9), up=(0, 1))
    stage.plan(
        aim(
            square,
            up=ways.pick(a=0, b=lean(-5.1268, 0.1054, 0, 0.0145)),
            stretch=ways.pick(a=1, b=lean(0.8897, 0.0265, 0, 0.0119)),
        )
    )
