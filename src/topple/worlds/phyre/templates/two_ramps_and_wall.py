"""Bring the ball to rest on the floor right of the wall."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00109",
    tier="two_balls",
    grid={
        "radius": lin(0.05, 0.1, 2),
        "slope": lin(15, 30, 3),
        "x": lin(0.2, 0.6, 5),
        "y": lin(0.6, 0.8, 3),
        "wall_height": lin(0.3, 0.6, 4),
    },
    shipped=(
        "1-3,8,11-17,19-20,24-25,27-28,32-33,37-38,40,42,44,46,48,50,52-53,56,58,60-63,66,68,"
        "73-76,78,80-81,83,86,88-90,92,95-97,99-102,104-107,109,111,113-114,116-119,122,124-128,"
        "130-131,133-135,139-142,145,147-152,155-158,160-164"
    ),
)
def two_ramps_and_wall(
    stage: Stage, radius: float, slope: float, x: float, y: float, wall_height: float
) -> Goal:
    upper = stage.fixed_bar(0.3).put(center_x=x * W, bottom=y * H).turn(-20)
    lower = stage.fixed_bar(0.3).turn(slope)
    lower.put(right=upper.right + 0.15 * W, top=upper.bottom - 0.1 * H)
    ball = stage.ball(radius).put(left=upper.left, bottom=upper.top)
    wall = stage.fixed_bar(wall_height).put(center_x=lower.left - 0.15 * W, bottom=0).turn(90)
    plate = stage.fixed_bar(1).put(left=wall.right, bottom=0)
    stage.fixed_bar(1).turn(-20).put(left=lower.right + 0.05 * W, top=lower.top)
    stage.skip_if(wall.left / W < wall.top / H)
    stage.skip_if(lower.bottom / H - wall.top / H < radius)
    return stage.touching(ball, plate)
