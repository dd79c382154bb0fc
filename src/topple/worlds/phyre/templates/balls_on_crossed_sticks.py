"""Bring the two balls down from their crossed sticks and make them touch."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00111",
    tier="two_balls",
    grid={
        "left_inset": lin(0.05, 0.15, 3),
        "right_inset": lin(0.05, 0.15, 3),
        "size": lin(0.6, 0.8, 4),
        "y": lin(0, 0.3, 6),
    },
    shipped=(
        "0,2-3,7,9,11-13,15,18,20-21,23,25-28,31-32,34-37,39,41-42,44-46,49,52,55-56,58,60,62-63,"
        "65,67,70,76,79,81,83,85,90-93,95-96,98-99,102-103,106-107,109,111,114,116,118-122,"
        "124-125,127-128,132-135,137,141-143,146-150,154,156-160,163-166,169-171,174-176,179"
    ),
)
def balls_on_crossed_sticks(
    stage: Stage, left_inset: float, right_inset: float, size: float, y: float
) -> Goal:
    insets = left_inset + right_inset
    stage.skip_if(size == 0.8 and insets >= 0.2)
    ground = stage.fixed_bar(1).put(left=0, bottom=y * H)
    left = stage.sticks(size).turn(-20).put(left=left_inset * W, bottom=ground.top)
    left_ball = stage.ball(0.1).put(bottom=left.top, center_x=left.center_x + 20)
    right = stage.sticks(size).turn(20).put(right=(1 - right_inset) * W, bottom=ground.top)
    right_ball = stage.ball(0.1).put(bottom=right.top, center_x=right.center_x - 20)
    slope = 0.25 / (insets / 0.2) if insets > 0.2 else 0.3
    stage.fixed_bar(slope).turn(-10).put(left=left.right, top=right.top - 20)
    stage.fixed_bar(slope).turn(10).put(right=right.left, top=left.top - 20)
    stage.fixed_bar(0.25).turn(30).put(left=left.center_x - 5, bottom=ground.top)
    stage.fixed_bar(0.25).turn(-30).put(right=right.center_x + 5, bottom=ground.top)
    stage.fixed_bar(1).put(bottom=right_ball.top + 20, center_x=0.5 * W)
    return stage.touching(left_ball, right_ball)
