"""Make the balls on the two seesaws end up touching each other."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Piece, Stage
from topple.worlds.phyre.template import mul, template


@template(
    phyre="00106",
    tier="two_balls",
    grid={
        "x1": mul(0.1, 2, 8),
        "y1": mul(0.1, 0, 6),
        "x2": mul(0.1, 2, 8),
        "y2": mul(0.1, 0, 6),
    },
    shipped="0-99",
)
def two_catapults(stage: Stage, x1: float, y1: float, x2: float, y2: float) -> Goal:
    stage.skip_if(x1 + 0.3 >= x2)
    left = _catapult(stage, x1, y1, on_left=True)
    right = _catapult(stage, x2, y2, on_left=False)
    return stage.touching(left, right)


def _catapult(stage: Stage, x: float, y: float, on_left: bool) -> Piece:
    platform = stage.fixed_bar(0.1).put(bottom=y * H, center_x=x * W)
    stage.fixed_bar(0.02).turn(90).put(bottom=platform.top, left=platform.left)
    stage.fixed_bar(0.02).turn(90).put(bottom=platform.top, right=platform.right)
    middle = platform.left + platform.width / 2
    pivot = stage.fixed_ball(0.05).put(bottom=platform.top, center_x=middle)
    arm = stage.bar(0.25).put(center_x=middle, bottom=pivot.top).turn(20 if on_left else -20)
    ball = stage.ball(0.07).put(bottom=arm.top)
    if on_left:
        ball.put(left=arm.left)
    else:
        ball.put(right=arm.right)
    return ball
