"""Bring the ball past the ledge and through the rimmed opening onto the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import mul, template


@template(
    phyre="00107",
    tier="two_balls",
    grid={
        "width": mul(0.1, 1, 7),
        "x": mul(0.1, 0, 10),
        "y": mul(0.1, 4, 7),
    },
    shipped="0-99",
)
def ledge_over_rimmed_hole(stage: Stage, width: float, x: float, y: float) -> Goal:
    stage.skip_if(x + width > 1)
    ledge = stage.fixed_bar(width).put(left=x * W, bottom=y * H)
    level = (y - 0.2) * H
    rest = 1 - x - width
    left = stage.fixed_bar(x).put(left=0, bottom=level) if x > 0 else None
    right = stage.fixed_bar(rest).put(right=W, bottom=level) if rest > 0 else None
    if left:
        stage.fixed_bar(0.02).turn(90).put(bottom=left.top, right=left.right)
    if right:
        stage.fixed_bar(0.02).turn(90).put(bottom=right.top, left=right.left)
    ball = stage.ball(0.1).put(center_x=x * W + ledge.width / 2, bottom=0.9 * H)
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    return stage.touching(ball, floor)
