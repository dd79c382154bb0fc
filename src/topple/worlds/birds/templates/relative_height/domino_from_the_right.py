"""Bounce off the tall wall, so that the tallest bar knocks the others over."""

from topple.worlds.birds.staging.places import WithinReach
from topple.worlds.birds.staging.plan import aim, chart, lean
from topple.worlds.birds.staging.stage import Stage
from topple.worlds.birds.template import template


@template(phyq="8.2", original="3_2_4")
def domino_from_the_right(stage: Stage) -> None:
    stage.birds("red")
    stage.pig("small", -2.19, -1.33)
    stage.pig("small", -5.45, -2.84)
    stage.pig("small", -3.98, -1.67)
    stage.block("RectBig", "wood", -2.18, -2.51, 90.11)
    stage.block("RectTiny", "wood", -5.5, -3.26, 89.94)
    stage.block("RectMedium", "wood", -3.98, -2.68, 90.02)
    wall = stage.platform(0.94, -0.98, 5.47, 0.39, 275.89)
    stage.platform(-6.19, -2.82, 1.74, 0.39, 275.89)
    stage.platform(-2.43, -3.66, 7.78, 0.39)
    stage.move(wall, WithinReach(x=(-2, 2.6), y=(-0.98, 1.3)))
    ways = chart(
        "aaccbbabcccd",
        "dcdcbbbbbacc",
        "aadcaabbbaac",
        "aadcaaabbbad",
        "dcaccaabbbcd",
        "dddaaaaddbbb",
        right=(-2.93, 1.66),
        up=(0.00, 2.28),
    )
    stage.plan(
        aim(
            wall,
            up=ways.pick(
                lean(2.1514, -0.0934, -0.4261),
                a=lean(0.2756, 0.00191, 0.0024),
                b=lean(-0.6814, 0.2715, 0.4429),
                c=lean(-0.0984, -0.1235, -0.0415),
                d=0,
            ),
            stretch=ways.pick(
                a=lean(1.03, 0.0016, -0.0134),
                b=1,
                c=1,
                d=lean(0.9996, -0.0319, 0.1142, 0.0057, 0.0269, -0.0011),
            ),
            tries=4,
        )
    )
