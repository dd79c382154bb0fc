"""Reach the 1 off at least two rails."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, HitsFirst
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.template import puzzle


@puzzle()
def kick_two(stage: Stage, draw: Draw) -> Goal:
    stage.ball(1, draw("x", 0.15, 0.85), draw("y", 0.6, 1.8))
    stage.cue(draw("cue x", 0.15, 0.85), draw("cue y", 0.2, 1.0))
    return (HitsFirst(1, rails=2),)
