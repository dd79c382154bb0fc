"""Bring the ball to rest inside the marked disc without potting anything."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, PotsNothing, Stops
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import apart
from topple.worlds.pool.template import puzzle


@puzzle()
def park(stage: Stage, draw: Draw) -> Goal:
    ball = stage.ball(1, draw("x", 0.2, 0.8), draw("y", 0.6, 1.4))
    stage.cue(draw("cue x", 0.2, 0.8), draw("cue y", 0.2, 0.7))
    x, y = draw("disc x", 0.2, 0.8), draw("disc y", 0.3, 1.68)
    radius = draw("disc radius", 0.1, 0.18)
    stage.require(apart((x, y), ball) > radius + 0.1)
    return Stops(1, x, y, radius), PotsNothing()
