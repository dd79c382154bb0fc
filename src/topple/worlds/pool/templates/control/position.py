"""Pot the ball and leave the cue ball inside the marked disc."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, Pots, Stops
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import CUE, POCKETS, apart
from topple.worlds.pool.template import puzzle


@puzzle()
def position(stage: Stage, draw: Draw) -> Goal:
    pocket = draw.pick("pocket", tuple(POCKETS))
    ball = stage.ball(1, draw("x", 0.15, 0.85), draw("y", 0.3, 1.7))
    stage.open(ball, pocket)
    cut = draw("cut", 10, 40) * draw.pick("side", (-1, 1))
    stage.cue_behind(ball, pocket, draw("distance", 0.15, 0.5), cut)
    x, y = draw("disc x", 0.2, 0.8), draw("disc y", 0.2, 1.78)
    radius = draw("disc radius", 0.12, 0.2)
    stage.require(apart((x, y), ball) > radius)
    return Pots(1), Stops(CUE, x, y, radius)
