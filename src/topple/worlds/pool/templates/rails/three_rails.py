"""Hit both balls with the cue ball, the second after at least three rails."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, HitsBoth
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.template import puzzle


@puzzle()
def three_rails(stage: Stage, draw: Draw) -> Goal:
    stage.ball(1, draw("x", 0.15, 0.85), draw("y", 0.6, 1.8))
    stage.ball(2, draw("other x", 0.15, 0.85), draw("other y", 0.2, 1.8))
    stage.cue(draw("cue x", 0.15, 0.85), draw("cue y", 0.2, 1.0))
    return (HitsBoth(rails=3),)
