"""Pot the ball and leave the cue ball where it met it."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, Pots, StopsAtContact
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import POCKETS
from topple.worlds.pool.template import puzzle

_WITHIN = 0.06


@puzzle()
def stop_shot(stage: Stage, draw: Draw) -> Goal:
    pocket = draw.pick("pocket", tuple(POCKETS))
    ball = stage.ball(1, draw("x", 0.15, 0.85), draw("y", 0.3, 1.7))
    stage.open(ball, pocket)
    stage.cue_behind(ball, pocket, draw("distance", 0.15, 0.6))
    return Pots(1), StopsAtContact(_WITHIN)
