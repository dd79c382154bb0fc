"""Pot the ball and bring the cue ball back."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import ComesBack, Goal, Pots
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import POCKETS
from topple.worlds.pool.template import puzzle


@puzzle()
def draw_back(stage: Stage, draw: Draw) -> Goal:
    pocket = draw.pick("pocket", tuple(POCKETS))
    ball = stage.ball(1, draw("x", 0.15, 0.85), draw("y", 0.3, 1.7))
    stage.open(ball, pocket)
    stage.cue_behind(ball, pocket, draw("distance", 0.15, 0.5))
    return Pots(1), ComesBack(round(draw("back", 0.2, 0.4), 2))
