"""The ball, the rims and the floor shared by the templates of random ledges."""

from numpy.random import RandomState

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.stage import Piece, Stage


def drop_ball(stage: Stage, random: RandomState) -> tuple[Piece, float, float]:
    """Hang a ball near the top; give it, its x in pixels and how high ledges may lie."""
    x = random.uniform(0.2, 0.8) * W
    ball = stage.ball(0.07).put(center_x=x, center_y=0.93 * H)
    return ball, x, (ball.bottom - 2 * ball.height) / H


def rim_right(stage: Stage, ledge: Piece) -> None:
    """Raise the right end of a ledge."""
    stage.fixed_bar(0.01).put(right=ledge.right, top=ledge.top + 2)


def rim_left(stage: Stage, ledge: Piece) -> None:
    """Raise the left end of a ledge."""
    stage.fixed_bar(0.01).put(left=ledge.left, top=ledge.top + 2)


def floor_plate(stage: Stage) -> Piece:
    """Lay a plate on the floor between two tilted corners."""
    left = stage.fixed_bar(0.15).turn(10).put(left=0, bottom=-2)
    right = stage.fixed_bar(0.15).turn(-10).put(right=W, bottom=-2)
    return stage.fixed_bar((right.left - left.right) / W).put(bottom=0, center_x=W / 2)
