"""Reach the 1 from behind a wall of three balls."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, HitsFirst
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import RADIUS, apart
from topple.worlds.pool.template import puzzle

_SPACING = 2 * RADIUS + 0.002


@puzzle()
def snooker_escape(stage: Stage, draw: Draw) -> Goal:
    ball = stage.ball(1, draw("x", 0.2, 0.8), draw("y", 1.2, 1.8))
    cue = stage.cue(draw("cue x", 0.2, 0.8), draw("cue y", 0.3, 0.7))
    far = draw("wall", 0.12, 0.3)
    for number, aside in ((2, -_SPACING), (3, 0.0), (4, _SPACING)):
        stage.ball(number, *stage.beyond(cue, ball, -far, aside))
    stage.require(apart(cue, ball) > far + 0.2)
    return (HitsFirst(1),)
