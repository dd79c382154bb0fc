"""Get the ball past the floating ledge and down to the floor."""

from topple.worlds.phyre.bodies import HEIGHT as H
from topple.worlds.phyre.bodies import WIDTH as W
from topple.worlds.phyre.goals import Goal
from topple.worlds.phyre.stage import Stage
from topple.worlds.phyre.template import mul, template


@template(
    phyre="00002",
    tier="ball",
    grid={
        "width": mul(0.1, 1, 7),
        "x": mul(0.1, 0, 10),
        "y": mul(0.1, 3, 7),
    },
    shipped=(
        "7,11,15,17,23,26,28-29,31,41,44-47,50,52,55,59,63-64,66,68-70,78-80,82,85-86,89,92-93,"
        "96-105,109-111,113,115,119-121,123,126,129-130,134-135,137-140,144,146,148-149,152-153,"
        "160-162,164-166,168-172,174-182,185-187,189-197,199"
    ),
)
def off_the_ledge(stage: Stage, width: float, x: float, y: float) -> Goal:
    stage.skip_if(x + width > 1.0)
    ledge = stage.fixed_bar(width).put(left=x * W, bottom=y * H)
    ball = stage.ball(0.1).put(center_x=x * W + ledge.width / 2.0, bottom=0.9 * H)
    floor = stage.fixed_bar(1).put(bottom=0, left=0)
    return stage.touching(ball, floor)
