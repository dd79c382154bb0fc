"""Send the cue ball off the foot rail and back to rest near the head rail."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, Lags
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.template import puzzle

_WITHIN = 0.08


@puzzle()
def lag(stage: Stage, draw: Draw) -> Goal:
    stage.cue(draw("x", 0.15, 0.85), draw("y", 0.3, 0.8))
    return (Lags(_WITHIN),)
