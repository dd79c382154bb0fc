"""Make the balls of the two chutes meet and stay in contact."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Piece, Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00123",
    tier="two_balls",
    grid={
        "x1": lin(0.3, 0.7, 10),
        "y1": lin(0.3, 0.7, 10),
        "x2": lin(0.3, 0.7, 10),
        "y2": lin(0.3, 0.7, 10),
    },
    shipped=(
        "15-16,24,30,34,42-43,46,50,54,64,71,74,81,84,87,90,95,97,105,111,118-119,131,134-136,"
        "138-140,147,149,151,153,155,166-169,172-173,177-178,180-181,186,189,195,201,203,206-207,"
        "209-211,213,217-219,222,229-234,237-238,240,244,246-249,251-252,254,256-257,260,263-264,"
        "268,270-271,274-276,279,282-284,286,289-291,293-295,298"
    ),
)
def two_chutes(stage: Stage, x1: float, y1: float, x2: float, y2: float) -> Goal:
    stage.skip_if(x2 - x1 <= 0.35)
    left, left_roof = _chute(stage, x1 * W, y1 * H, on_left=True)
    right, right_roof = _chute(stage, x2 * W, y2 * H, on_left=False)
    stage.fixed_bar(0.52).turn(-10).put(left=-0.01 * W, bottom=0)
    stage.fixed_bar(0.52).turn(10).put(right=W, bottom=0)
    stage.fixed_bar(0.3).put(right=left_roof.left, bottom=left_roof.top + 0.1 * H)
    stage.fixed_bar(0.3).put(left=right_roof.right, bottom=right_roof.top + 0.1 * H)
    return stage.touching(left, right)


def _chute(stage: Stage, x: float, y: float, on_left: bool) -> tuple[Piece, Piece]:
    tilt = -30 if on_left else 30
    deck = stage.fixed_bar(0.25).turn(tilt).put(center_x=x, center_y=y)
    roof = stage.fixed_bar(0.25).turn(tilt).put(center_x=x, center_y=y + 0.18 * H)
    stop = stage.fixed_bar(0.06).turn(90).put(bottom=deck.bottom)
    ball = stage.ball(0.1).put(bottom=stop.top)
    slider = stage.bar(0.25).turn(tilt).put(center_y=y + 0.08 * H)
    if on_left:
        stop.put(left=deck.right - 0.02 * W)
        ball.put(right=stop.left + 0.02 * W)
        slider.put(right=ball.left)
    else:
        stop.put(right=deck.left + 0.02 * W)
        ball.put(left=stop.right - 0.02 * W)
        slider.put(left=ball.right)
    return ball, roof
