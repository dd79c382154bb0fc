"""Free both balls from under their leaning jars and make them touch."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Piece, Stage
from topple.worlds.phyre.template import mul, template


@template(
    phyre="00105",
    tier="two_balls",
    grid={
        "x1": mul(0.05, 6, 15),
        "y1": mul(0.1, 0, 7),
        "x2": mul(0.05, 6, 15),
        "y2": mul(0.1, 0, 7),
    },
    shipped="0-2,4-5,8-16,18-27,29-34,36-55,57-60,62-74,77-95,97-106,108-111",
)
def topple_capped_jars(stage: Stage, x1: float, y1: float, x2: float, y2: float) -> Goal:
    stage.skip_if(x1 + 0.3 >= x2)
    stage.skip_if(abs(y1 - y2) >= 0.3)
    left = _capped_ball(stage, x1, y1, on_right=False)
    right = _capped_ball(stage, x2, y2, on_right=True)
    return stage.touching(left, right)


def _capped_ball(stage: Stage, x: float, y: float, on_right: bool) -> Piece:
    platform = stage.fixed_bar(0.2).put(bottom=y * H, center_x=x * W)
    post = stage.fixed_bar(0.02).turn(90).put(bottom=platform.top)
    jar = stage.jar(0.2).turn(146 if on_right else -146).put(bottom=platform.top)
    ball = stage.ball(0.1).put(bottom=jar.bottom)
    if on_right:
        post.put(right=platform.right)
        jar.put(center_x=platform.left + (platform.width / 2 + 0.04 * W))
        ball.put(center_x=jar.right - jar.width * 0.7)
    else:
        post.put(left=platform.left)
        jar.put(center_x=platform.left + (platform.width / 2 - 0.04 * W))
        ball.put(center_x=jar.left + jar.width * 0.7)
    return ball
