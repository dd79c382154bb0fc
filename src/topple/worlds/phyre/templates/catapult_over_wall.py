"""Fling the ball at the arm's left end over the wall onto the floor beyond."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, pick, template


@template(
    phyre="00116",
    tier="two_balls",
    grid={
        "dot_y": lin(0.5, 0.7, 4),
        "dot_offset": lin(-0.2, 0.2, 4),
        "loose_pivot": pick(False, True),
        "y": lin(0.05, 0.15, 4),
        "x": lin(0.4, 0.6, 4),
        "arm_width": lin(0.4, 0.6, 4),
        "weight_radius": lin(0.04, 0.06, 4),
    },
    shipped="0-45,47-65,67-70,72-80,82-103",
)
def catapult_over_wall(
    stage: Stage,
    dot_y: float,
    dot_offset: float,
    loose_pivot: bool,
    y: float,
    x: float,
    arm_width: float,
    weight_radius: float,
) -> Goal:
    foot = stage.fixed_sticks(0.1).put(bottom=y * H, center_x=x * W)
    middle = foot.left + foot.width / 2
    pivot = stage.ball(0.05) if loose_pivot else stage.fixed_ball(0.05)
    pivot.put(bottom=foot.top, center_x=middle)
    arm = stage.bar(arm_width).put(bottom=pivot.top, center_x=middle)
    ball = stage.ball(0.04).put(bottom=arm.top, left=arm.left)
    stage.fixed_bar(1.4).turn(25).put(left=-5, bottom=W * 0.8)
    wall = stage.fixed_bar(0.5).turn(90).put(right=arm.left, bottom=0)
    stage.fixed_bar(0.9).put(right=W, bottom=10)
    post = stage.fixed_bar(0.2).turn(90).put(right=arm.center_x + 10, bottom=arm.top + 10)
    stage.fixed_bar(0.05).turn(90).put(right=arm.right + 20, top=post.top)
    stage.ball(weight_radius).put(right=(arm.center_x + arm.right) / 2, bottom=arm.top)
    stage.fixed_bar(0.02).put(left=arm.center_x + arm.width * dot_offset / 2, bottom=W * dot_y)
    plate = stage.fixed_bar(wall.left / W).put(left=0, bottom=0)
    return stage.touching(ball, plate)
