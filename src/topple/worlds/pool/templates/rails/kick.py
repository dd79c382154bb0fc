"""Reach the 1 off at least one rail: the 2 blocks the straight way."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, HitsFirst
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.template import puzzle


@puzzle()
def kick(stage: Stage, draw: Draw) -> Goal:
    ball = stage.ball(1, draw("x", 0.15, 0.85), draw("y", 1.0, 1.8))
    cue = stage.cue(draw("cue x", 0.15, 0.85), draw("cue y", 0.2, 0.7))
    share = draw("blocker", 0.3, 0.7)
    stage.ball(2, cue[0] + share * (ball[0] - cue[0]), cue[1] + share * (ball[1] - cue[1]))
    return (HitsFirst(1, rails=1),)
