"""Take the rolling ball over the bridge and drop it into the jar."""

import math

from topple.sim import maths
from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00021",
    tier="ball",
    grid={
        "angle": lin(10, 20, 3),
        "y": lin(0.2, 0.5, 15),
        "ramp_width": lin(0.1, 0.2, 3),
        "bridge_width": lin(0.15, 0.3, 3),
    },
    shipped=(
        "2,4-5,7-10,12,15,18,21,23-24,26-29,31-33,36-38,40-41,43-44,46-48,50-57,59-63,65-90,"
        "93-107,110-125"
    ),
)
def over_the_bridge(
    stage: Stage, angle: float, y: float, ramp_width: float, bridge_width: float
) -> Goal:
    gap = 0.005 * W
    ramp = ramp_width / maths.cos(math.radians(angle))
    ramp1 = stage.fixed_bar(ramp).turn(360 - angle).put(left=0, bottom=y * H)
    bridge = stage.bar(bridge_width).put(left=ramp1.right + gap, bottom=ramp1.bottom)
    middle = stage.fixed_ball(0.05).put(top=bridge.bottom, center_x=bridge.center_x)
    stage.fixed_ball(0.05).put(right=bridge.right, top=bridge.bottom)
    stage.fixed_bar(bridge_width).put(left=bridge.left, top=middle.bottom)
    ramp2 = stage.fixed_bar(ramp).turn(360 - angle).put(left=bridge.right + gap, top=bridge.top)
    jar = stage.fixed_jar(bridge_width).put(left=ramp2.right + gap, top=ramp2.bottom)
    ramp3 = stage.fixed_bar(ramp).turn(360 - angle).put(left=jar.right + gap, top=jar.top)
    rest = 1.0 - ramp_width - bridge_width - ramp_width - bridge_width - ramp_width - 5 * gap / W
    stage.skip_if(rest < 0.2)
    end = stage.fixed_bar(rest).put(left=ramp3.right + gap, bottom=ramp3.bottom)
    ball = stage.ball(0.05).put(left=0, bottom=ramp1.top)
    roof = stage.fixed_bar(1).put(left=0, top=ball.top + 0.1 * H)
    stage.skip_if(roof.top > H or end.bottom < 0 or jar.bottom < 0)
    return stage.touching(ball, jar)
