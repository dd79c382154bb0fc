"""Make the two balls touch each other instead of resting apart in the jars."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00104",
    tier="two_balls",
    grid={
        "x1": lin(0.1, 0.9, 8),
        "y1": lin(0.5, 0.8, 8),
        "x2": lin(0.1, 0.9, 8),
        "y2": lin(0.5, 0.8, 8),
    },
    shipped="0-99",
)
def keep_out_of_jars(stage: Stage, x1: float, y1: float, x2: float, y2: float) -> Goal:
    stage.skip_if(x2 <= x1 + 0.2)
    left = stage.ball(0.1).put(center_x=x1 * W, bottom=y1 * H)
    right = stage.ball(0.1).put(center_x=x2 * W, bottom=y2 * H)
    stage.jar(0.15).put(center_x=left.left + left.width / 2, bottom=0)
    stage.jar(0.15).put(center_x=right.left + right.width / 2, bottom=0)
    return stage.touching(left, right)
