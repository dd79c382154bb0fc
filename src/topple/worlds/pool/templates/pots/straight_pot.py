"""Pot the ball that lies in line with a pocket, and keep the cue ball on the table."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, KeepsCue, Pots
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import POCKETS
from topple.worlds.pool.template import puzzle


@puzzle()
def straight_pot(stage: Stage, draw: Draw) -> Goal:
    pocket = draw.pick("pocket", tuple(POCKETS))
    ball = stage.ball(1, draw("x", 0.15, 0.85), draw("y", 0.3, 1.7))
    stage.open(ball, pocket)
    stage.cue_behind(ball, pocket, draw("distance", 0.2, 0.7))
    return Pots(1, pocket), KeepsCue()
