"""Get the ball down through both holed levels onto the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Piece, Stage
from topple.worlds.phyre.template import mul, pick, template


@template(
    phyre="00102",
    tier="two_balls",
    grid={
        "radius": pick(0.1, 0.15, 0.2),
        "y": mul(0.1, 1, 7),
        "hole_left": mul(0.1, 2, 8),
        "hole": pick(0.11, 0.16, 0.21),
    },
    shipped="0-99",
)
def two_holed_floors(stage: Stage, radius: float, y: float, hole_left: float, hole: float) -> Goal:
    stage.skip_if(radius > hole)
    ball = stage.ball(radius).put(top=0.95 * H, center_x=0.5 * W)
    left, right = _holed_level(stage, y, hole_left, hole)
    stage.skip_if(ball.left >= left.right and ball.right <= right.left)
    stage.skip_if(ball.bottom <= left.top)
    shift = 0.15 if hole_left < 0.5 else -0.15
    left, right = _holed_level(stage, y - radius * 2, hole_left + shift, hole)
    stage.skip_if(left.bottom <= ball.width * 0.5)
    stage.fixed_bar(0.02).turn(90).put(bottom=left.top, right=left.right)
    stage.fixed_bar(0.02).turn(90).put(bottom=right.top, left=right.left)
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    return stage.touching(ball, floor)


def _holed_level(stage: Stage, y: float, hole_left: float, hole: float) -> tuple[Piece, Piece]:
    stage.skip_if(not 0 < hole_left < 1)
    left = stage.fixed_bar(hole_left).put(left=0, bottom=y * H)
    hole_right = hole_left + hole
    stage.skip_if(not 0 < hole_right < 1)
    right = stage.fixed_bar(1 - hole_right).put(right=W, bottom=y * H)
    return left, right
