"""Hit the ball, so that it rolls along the shelf into the pig."""

from topple.worlds.birds.staging.places import OutOfReach
from topple.worlds.birds.staging.plan import aim, chart, lean
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="3.5", original="2_1_5")
def ball_along_the_shelf(stage: Stage) -> None:
    stage.birds("red")
    pig = stage.pig("small", 4.83, 2.13)
    ball = stage.block("Circle", "wood", 2.91, 2.28)
    stage.platform(3.39, 1.64, 10.02, 0.51)
    stage.move(pig, OutOfReach(y=(-2.4, 4), split=0.8, high_x=(4.4, 11.4), low_x=(10.4, 11.4)))
    stage.vary(ball, "wood", "stone")
    # At the edge of the reach the bird comes down before the ball and rolls.
    ways = chart(
        "aaabbbbbbbbb",
        "aaaabbbbbbbb",
        "aaaaaabbbbbb",
        "aaaaaaabbbbb",
        "aaaaaaaaaaaa",
        "aaaaaaaaaaaa",
        right=(-0.4, 6.6),
        up=(-4.5, 1.9),
    )
    stage.plan(
        aim(
            ball,
            right=ways.pick(a=0, b=-1.2),
            up=ways.pick(lean(-1.1187, -0.4395, -0.2303, -0.0139, -0.0434, -0.0494), a=0, b=1),
            stretch=ways.pick(a=lean(1.1359, -0.012, -0.0064, 0.0003, -0.0005, 0.002), b=1),
        )
    )
