"""Tip the standing rod so that it leans on the wall beside it."""

from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00003",
    tier="ball",
    grid={
        "length": lin(0.2, 0.5, 4),
        "x": lin(0.05, 0.95, 20),
        "shift": lin(-2, 2, 5),
    },
    shipped="0-11,13-15,17-23,25-28,30-31,33-35,37-38,40-44,46-47,49-59,61-65,67-69,71-111",
)
def tip_the_rod(stage: Stage, length: float, x: float, shift: float) -> Goal:
    vase = stage.jar(0.1).turn(0).put(bottom=0, center_x=x * W)
    rod = stage.bar(length).turn(90).put(bottom=4, center_x=vase.center_x + shift)
    stage.skip_if(vase.left <= rod.width or vase.right >= W - 1 - rod.width)
    reach = rod.height + 40
    stage.skip_if(reach <= rod.left and reach <= W - rod.right)
    wall = stage.fixed_bar(1).turn(90).put(bottom=0)
    if reach > rod.left:
        wall.put(left=0)
    else:
        wall.put(right=W)
    return stage.touching(rod, wall)
