"""Make the two hanging balls end up side by side, touching."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00000",
    tier="ball",
    grid={
        "radius1": lin(0.06, 0.12, 3),
        "x1": lin(0.05, 0.95, 19),
        "radius2": lin(0.06, 0.12, 3),
        "x2": lin(0.05, 0.95, 19),
        "y": lin(0.2, 0.8, 5),
    },
    shipped="0-99",
)
def two_falling_balls(
    stage: Stage, radius1: float, x1: float, radius2: float, x2: float, y: float
) -> Goal:
    stage.skip_if(x2 <= x1)
    left = stage.ball(radius1).put(bottom=y * H, center_x=x1 * W)
    right = stage.ball(radius2).put(bottom=y * H, center_x=x2 * W)
    stage.skip_if(right.left - left.right < max(radius1, radius2) * W)
    stage.skip_if(left.left <= 0)
    stage.skip_if(right.right >= W - 1)
    return stage.touching(left, right)
