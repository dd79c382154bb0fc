"""Get the small ball off the deck and into contact with the ball in the jar."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00113",
    tier="two_balls",
    grid={
        "y": lin(0.4, 0.7, 10),
        "jar_height": lin(0.15, 0.2, 3),
        "x": lin(0.25, 0.5, 5),
        "right_slope": lin(30, 70, 3),
        "left_slope": lin(30, 70, 3),
    },
    shipped="0-9,11-12,14-62,64-68,70-71,73-76,78-83,85-97,99-107",
)
def uncover_and_drop(
    stage: Stage, y: float, jar_height: float, x: float, right_slope: float, left_slope: float
) -> Goal:
    jar = stage.jar(jar_height).put(bottom=0, center_x=W * x)
    inner = stage.ball(0.03 + jar_height / 5).put(bottom=10, center_x=jar.center_x)
    deck = stage.fixed_bar(0.8 - jar.left / W).put(left=jar.left, bottom=H * y)
    cover = stage.jar(0.1).turn(180).put(left=deck.left, top=min(H, H * y + 150))
    stage.fixed_bar(0.15).turn(90).put(right=deck.right, bottom=deck.top)
    ball = stage.ball(0.05).put(bottom=deck.top, center_x=cover.left + cover.width * 0.5)
    stage.fixed_bar(1).turn(right_slope).put(left=0.9 * W, bottom=-2)
    stage.fixed_bar(1).turn(-left_slope).put(right=0.1 * W, bottom=-2)
    return stage.touching(ball, inner)
