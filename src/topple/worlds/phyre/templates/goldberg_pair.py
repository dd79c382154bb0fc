"""Make the balls of both machines fall between the walls and touch."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Piece, Stage
from topple.worlds.phyre.template import mul, template


@template(
    phyre="00121",
    tier="two_balls",
    grid={
        "x1": mul(0.1, 2, 7),
        "y1": mul(0.1, 2, 7),
        "x2": mul(0.1, 2, 7),
        "y2": mul(0.1, 2, 7),
    },
    shipped=(
        "0,6-7,11-16,20,23-25,35-36,38-39,43,46,54,60,63,66,69,77,79,83,86,94,98-99,101,103-104,"
        "108,110,112,114-115,117,119-123,126-127,129,135-137,139-140,142-143,146-147,149-151,153,"
        "156,159,162,164,166-173,176,182,185-190,192-200,202-203,205-206,208,210-214"
    ),
)
def goldberg_pair(stage: Stage, x1: float, y1: float, x2: float, y2: float) -> Goal:
    stage.skip_if(x2 - x1 < 0.3)
    left, left_wall = _machine(stage, x1, y1, on_left=True)
    right, right_wall = _machine(stage, x2, y2, on_left=False)
    slope = (right_wall.left - left_wall.right) / (2 * W)
    stage.fixed_bar(slope).turn(-10).put(left=left_wall.left, bottom=-0.015 * H)
    stage.fixed_bar(slope).turn(10).put(right=right_wall.right, bottom=-0.015 * H)
    return stage.touching(left, right)


def _machine(stage: Stage, x: float, y: float, on_left: bool) -> tuple[Piece, Piece]:
    ball = stage.ball(0.1).put(center_x=x * W, center_y=y * H)
    deck = stage.fixed_bar(0.2).put(top=ball.bottom)
    roof = stage.fixed_bar(0.1).put(bottom=ball.top + 0.01 * H)
    stick = stage.bar(0.12).turn(90).put(bottom=deck.top)
    wall = stage.fixed_bar(1).turn(90).put(top=deck.top)
    cover = stage.fixed_bar(0.1).put(bottom=stick.top + 0.2 * H)
    if on_left:
        deck.put(right=ball.right)
        roof.put(right=ball.right)
        stick.put(left=deck.left)
        wall.put(right=deck.right)
        cover.put(left=stick.left)
    else:
        deck.put(left=ball.left)
        roof.put(left=deck.left)
        stick.put(right=deck.right)
        wall.put(left=deck.left)
        cover.put(right=stick.right)
    return ball, wall
