"""Make the ball on the beam end up against the upright bar high at the right."""

import math

from topple.sim import maths
from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import lin, template


@template(
    phyre="00117",
    tier="two_balls",
    grid={
        "tilt": lin(15, 30, 10),
        "width": lin(0.35, 0.5, 10),
        "x": lin(0.2, 0.4, 10),
    },
    shipped=(
        "10,12,20,22,24-25,28-29,31,33-34,36,39-41,46-49,60,64-65,70-71,73-74,77-78,80,83,85,87,"
        "90,92-95,100,102-107,113-114,116-117,120,122-127,129,133,136-139,141-142,144-145,147-148,"
        "151-161,163,166-167,169-172,176,178-179,181-182,186-191,194-195,197,199"
    ),
)
def seesaw_shot(stage: Stage, tilt: float, width: float, x: float) -> Goal:
    target = stage.fixed_bar(1 - 0.6).turn(90).put(right=W, bottom=0.6 * H)
    stage.fixed_bar(0.25).turn(-10).put(right=W, bottom=0.6 * H)
    pivot = stage.fixed_ball(0.1).put(bottom=0, center_x=x * W)
    sag = 0.5 * width * maths.sin(math.radians(tilt)) * H
    beam = stage.bar(width).turn(tilt).put(bottom=pivot.top - sag, center_x=x * W)
    stage.skip_if(beam.left < 0 or beam.bottom < 0)
    end = (x + 0.5 * width * maths.cos(math.radians(tilt))) * W
    ball = stage.ball(0.1).put(bottom=beam.top, center_x=end)
    return stage.touching(ball, target)
