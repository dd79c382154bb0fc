"""Get the ball out of the shallow dish and down to the floor."""

import math

from topple.sim import maths
from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00015",
    tier="ball",
    grid={
        "size": lin(0.05, 0.1, 5),
        "x": lin(0.2, 0.8, 10),
        "y": lin(0.2, 0.5, 10),
    },
    shipped=(
        "14,16,20,35,58,69,134,154,171,185,189,197,211,223,230,236,240,242-243,249,257,263,"
        "267-270,274,276,278-280,282,288,291,296-297,301,303,309,311,316,319,325,330,337,339,341,"
        "348-349,352,357-359,362,371-372,374,379,386,390,397,399-400,403-404,406-409,414,416,418,"
        "421,424,426,429,431-432,442,447-448,452,454,457,459-460,462,464,467,469,472,474,480-481,"
        "485-486,490-491,495-496"
    ),
)
def out_of_the_dish(stage: Stage, size: float, x: float, y: float) -> Goal:
    floor = stage.fixed_bar(1).put(left=0, bottom=0)
    left = stage.fixed_bar(size).turn(355).put(right=x * W, bottom=y * H)
    right = stage.fixed_bar(size).turn(5).put(left=left.right, bottom=left.bottom)
    depth = (size * maths.sin(math.radians(5)) - 0.001) * H
    ball = stage.ball(0.1).put(bottom=right.top - depth, center_x=x * W)
    return stage.touching(ball, floor)
