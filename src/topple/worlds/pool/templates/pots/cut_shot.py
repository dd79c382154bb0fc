"""Cut the ball into the marked pocket."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, Pots
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import POCKETS
from topple.worlds.pool.template import puzzle


@puzzle()
def cut_shot(stage: Stage, draw: Draw) -> Goal:
    pocket = draw.pick("pocket", tuple(POCKETS))
    ball = stage.ball(1, draw("x", 0.15, 0.85), draw("y", 0.3, 1.7))
    stage.open(ball, pocket)
    cut = draw("cut", 25, 60) * draw.pick("side", (-1, 1))
    stage.cue_behind(ball, pocket, draw("distance", 0.2, 0.6), cut)
    return (Pots(1, pocket),)
