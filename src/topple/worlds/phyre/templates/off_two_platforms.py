"""Bring the balls on the two platforms into contact despite the curtain."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import mul, pick, template


@template(
    phyre="00110",
    tier="two_balls",
    grid={
        "peak_on_left": pick(True, False),
        "x1": mul(0.1, 1, 8),
        "y1": mul(0.1, 4, 7),
        "x2": mul(0.1, 1, 8),
        "y2": mul(0.1, 4, 7),
    },
    shipped="0-99",
)
def off_two_platforms(
    stage: Stage, peak_on_left: bool, x1: float, y1: float, x2: float, y2: float
) -> Goal:
    stage.skip_if(x2 - x1 <= 2.5 * 0.1)
    left = stage.fixed_bar(0.1).put(left=x1 * W, bottom=y1 * H)
    right = stage.fixed_bar(0.1).put(left=x2 * W, bottom=y2 * H)
    left_ball = stage.ball(0.1).put(center_x=left.left + left.width / 2, bottom=left.top)
    right_ball = stage.ball(0.1).put(center_x=right.left + right.width / 2, bottom=right.top)
    curtain = stage.fixed_bar(1 - min(y1, y2)).turn(90)
    curtain.put(top=H, center_x=left.right + (right.left - left.right) / 2)
    peak = left.center_x if peak_on_left else right.center_x
    stage.fixed_bar(1).turn(5).put(right=peak + 2, top=20)
    stage.fixed_bar(1).turn(175).put(left=peak - 2, top=20)
    gap = curtain.left - left.right if peak_on_left else right.left - curtain.right
    stage.skip_if(gap < left_ball.width + 2)
    return stage.touching(left_ball, right_ball)
