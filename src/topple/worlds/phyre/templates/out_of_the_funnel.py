"""Bring the ball out of the funnel and to rest on the short plate in the corner."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, pick, template


@template(
    phyre="00007",
    tier="ball",
    grid={
        "angle": lin(20, 30, 10),
        "radius": lin(0.05, 0.1, 1),
        "x": lin(0.4, 0.6, 20),
        "plate_left": pick(True, False),
    },
    shipped=(
        "8,30,36,39,47-48,57,59,63,78,81,85,90-92,100-101,109-111,113,115-116,121,124-125,127,133,"
        "135-136,139,147,152,163,175-176,181,185,188,194,198,204-205,213,215,224,232-233,240-241,"
        "243-244,248,253-254,260,265,269-270,274-281,286-287,291-292,295,297-298,300,305,307,311,"
        "316-319,323-324,328-330,333,336-337,339-340,342,345-346,351-352,355,357-358"
    ),
)
def out_of_the_funnel(
    stage: Stage, angle: float, radius: float, x: float, plate_left: bool
) -> Goal:
    ball = stage.ball(radius).put(top=H, center_x=x * W)
    plate = stage.fixed_bar(0.2).put(bottom=0)
    floor = stage.fixed_bar(0.8).put(bottom=0)
    step = stage.fixed_bar(0.2).put(bottom=floor.top)
    if plate_left:
        plate.put(left=0)
        floor.put(left=plate.right)
        step.put(left=plate.right)
    else:
        plate.put(right=W)
        floor.put(right=plate.left)
        step.put(right=plate.left)
    left_side = stage.fixed_bar(0.5).turn(-angle).put(left=0, top=H * 0.9)
    right_side = stage.fixed_bar(0.5).turn(angle).put(right=W, top=H * 0.9)
    stage.skip_if(right_side.left - left_side.right <= radius * H)
    return stage.touching(ball, plate)
