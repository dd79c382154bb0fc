"""Make the two upright bars end up against each other."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00115",
    tier="two_balls",
    grid={
        "x1": lin(0.05, 0.95, 19),
        "x2": lin(0.05, 0.95, 19),
        "height": lin(0.2, 0.5, 10),
    },
    shipped="1-39,41,43-57,59-71,73-76,78-95,97-106",
)
def sticks_fall_together(stage: Stage, x1: float, x2: float, height: float) -> Goal:
    stage.skip_if(x2 <= x1 + 1.75 * height)
    stage.skip_if(x2 > x1 + 2.5 * height)
    left = stage.bar(height).turn(90).put(bottom=0, left=x1 * W)
    right = stage.bar(height).turn(90).put(bottom=0, left=x2 * W)
    stage.fixed_bar(1).put(left=0, bottom=(height + 0.25) * H)
    return stage.touching(left, right)
