"""Make the balls above the two pedestals come to rest against each other."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Piece, Stage
from topple.worlds.phyre.template import mul, template


@template(
    phyre="00101",
    tier="two_balls",
    grid={
        "x": mul(0.1, 1, 4),
        "y": mul(0.1, 3, 5),
        "drop": mul(0.1, 2, 2),
        "apart": mul(0.05, 5, 10),
        "higher": mul(0.1, 2, 4),
    },
    shipped="0-99",
)
def off_two_pedestals(
    stage: Stage, x: float, y: float, drop: float, apart: float, higher: float
) -> Goal:
    stage.skip_if(apart + 0.1 <= higher)
    left = stage.ball(0.1).put(bottom=y * H, center_x=x * W)
    right = stage.ball(0.1).put(bottom=(y + higher) * H, center_x=(x + apart) * W)
    left_top = stage.fixed_bar(0.1).put(bottom=left.bottom - drop * W, left=left.left)
    right_top = stage.fixed_bar(0.1).put(bottom=right.bottom - drop * W, left=right.left)
    left_post = _post_under(stage, left_top)
    right_post = _post_under(stage, right_top)
    stage.skip_if(left.top > H or right.top > H)
    stage.fixed_bar(apart / 2).turn(-10).put(left=left_post.right, bottom=0)
    stage.fixed_bar(apart / 2).turn(10).put(right=right_post.left, bottom=0)
    return stage.touching(left, right)


def _post_under(stage: Stage, plate: Piece) -> Piece:
    middle = plate.left + plate.width / 2
    return stage.fixed_bar(1).turn(90).put(top=plate.bottom, center_x=middle)
