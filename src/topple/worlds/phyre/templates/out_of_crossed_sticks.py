"""Get the tiny ball out of the crossed sticks and onto the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import mul, pick, template


@template(
    phyre="00124",
    tier="two_balls",
    grid={
        "x": mul(0.05, 0, 9),
        "y": mul(0.05, 0, 9),
        "size": pick(0.35, 0.45, 0.55),
    },
    shipped=(
        "0,6,10,24,27,36-37,41,47-48,55-56,58,60-61,69,72-73,81,88-89,94,97-98,100,103,115,"
        "117-118,121-125,127,133,135,139-140,145,149,154-157,162-163,168,173,175,179-180,183-184,"
        "187-188,191,193,195,198,201,203,206-207,209-210,213-214,216-219,221,224,228-230,232,"
        "234-235,239-240,242-243,246-247,249,253-254,258,265,275,277,283,286,288,293-295,298"
    ),
)
def out_of_crossed_sticks(stage: Stage, x: float, y: float, size: float) -> Goal:
    base = stage.fixed_bar(0.15).put(center_x=(0.25 + x) * W, bottom=y * H)
    stage.fixed_bar(0.02).turn(90).put(left=base.left, bottom=base.top)
    stage.fixed_bar(0.02).turn(90).put(right=base.right, bottom=base.top)
    sticks = stage.sticks(size).put(center_x=base.left + base.width / 2, bottom=base.top)
    ball = stage.ball(0.03)
    ball.put(center_x=sticks.left + sticks.width / 2, top=sticks.top - 0.005 * H)
    stage.fixed_bar(0.15).put(center_x=ball.left + ball.width / 2, bottom=sticks.top + 0.05 * H)
    middle = sticks.bottom + sticks.height / 2
    stage.ball(0.03).put(right=base.left, center_y=middle)
    stage.ball(0.03).put(left=base.right, center_y=middle)
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    return stage.touching(ball, floor)
