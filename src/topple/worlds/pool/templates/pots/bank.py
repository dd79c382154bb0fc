"""Pot the ball after it has touched a rail."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Banks, Goal, Pots
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.template import puzzle


@puzzle()
def bank(stage: Stage, draw: Draw) -> Goal:
    stage.ball(1, draw("x", 0.2, 0.8), draw("y", 0.9, 1.7))
    stage.cue(draw("cue x", 0.2, 0.8), draw("cue y", 0.3, 0.7))
    return Pots(1), Banks(1)
