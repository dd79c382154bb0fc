"""Break the triangle of three, pot something, and keep the cue ball on the table."""

import math

from topple.sim import maths
from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, KeepsCue, PotsAny
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import RADIUS
from topple.worlds.pool.template import puzzle

_SPACING = 2 * RADIUS + 0.0005


@puzzle()
def cluster(stage: Stage, draw: Draw) -> Goal:
    x, y = draw("x", 0.25, 0.75), draw("y", 1.0, 1.7)
    turn = draw("turn", 0, 2 * math.pi / 3)
    for number in (1, 2, 3):
        angle = turn + number * 2 * math.pi / 3
        far = _SPACING / math.sqrt(3)
        stage.ball(number, x + far * maths.cos(angle), y + far * maths.sin(angle))
    stage.cue(draw("cue x", 0.15, 0.85), draw("cue y", 0.2, 0.7))
    return PotsAny(), KeepsCue()
