"""Make the balls in the two lying jars come out and stay together."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Piece, Stage
from topple.worlds.phyre.template import lin, pick, template


@template(
    phyre="00118",
    tier="two_balls",
    grid={
        "open_left1": pick(True, False),
        "height1": pick(0.3, 0.35),
        "open_left2": pick(True, False),
        "height2": pick(0.3, 0.35),
        "y1": lin(0.2, 0.7, 5),
        "y2": lin(0.2, 0.7, 5),
    },
    shipped="0-99",
)
def out_of_two_lying_jars(
    stage: Stage,
    open_left1: bool,
    height1: float,
    open_left2: bool,
    height2: float,
    y1: float,
    y2: float,
) -> Goal:
    stage.skip_if(open_left1 and height1 == 0.35)
    stage.skip_if(not open_left2 and height2 == 0.35)
    stage.fixed_bar(1).turn(15).put(bottom=0, left=W / 2)
    stage.fixed_bar(1).turn(-15).put(bottom=0, right=W / 2)
    left = _ball_in_lying_jar(stage, height1, open_left1, 0.25, y1)
    right = _ball_in_lying_jar(stage, height2, open_left2, 0.75, y2)
    return stage.touching(left, right)


def _ball_in_lying_jar(stage: Stage, height: float, open_left: bool, x: float, y: float) -> Piece:
    jar = stage.fixed_jar(height).turn(85 if open_left else -85).put(bottom=y * W, center_x=x * W)
    ball = stage.ball(0.07).put(bottom=jar.bottom + 0.02 * H)
    if open_left:
        ball.put(left=jar.left - 0.03 * W)
    else:
        ball.put(right=jar.right + 0.03 * W)
    return ball
