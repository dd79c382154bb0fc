"""Bring the hanging crossed sticks down until they rest on the ground."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, pick, template


@template(
    phyre="00122",
    tier="two_balls",
    grid={
        "x": lin(0.4, 0.7, 5),
        "ground_y": lin(0, 0.075, 2),
        "on_left": pick(True, False),
        "base_size": lin(0.5, 0.7, 4),
        "size": lin(0.4, 0.6, 4),
    },
    shipped=(
        "6,16,31,45,47-49,51,54,56,58,63-64,84,92,94,96,100,102,107,113,116-117,120,126,128,136,"
        "138,144-146,148,150,154,156,158,161,167,169,173-174,178,180,183-185,189-192,199,201,203,"
        "206-209,212,216,219,225,227,233,235,237-238,244-247,251-252,255,258-259,261,263,268-269,"
        "272-273,275,279,284-286,290,295,299-300,304-309,311-312,315,319"
    ),
)
def crossed_sticks_down(
    stage: Stage, x: float, ground_y: float, on_left: bool, base_size: float, size: float
) -> Goal:
    ground = stage.fixed_bar(1).put(bottom=ground_y * H, center_x=0.5 * W)
    base = stage.fixed_sticks(base_size).put(bottom=ground.top, center_x=x * W)
    sticks = stage.sticks(size).turn(35 if on_left else -35)
    sticks.put(bottom=base.top - 0.1 * size * H)
    if on_left:
        sticks.put(right=base.left + 0.1 * size * W)
    else:
        sticks.put(left=base.right - 0.1 * size * W)
    return stage.touching(sticks, ground)
