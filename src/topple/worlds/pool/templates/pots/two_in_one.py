"""Pot both balls with one shot."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, Pots
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import POCKETS, SIDE_POCKETS
from topple.worlds.pool.template import puzzle


@puzzle()
def two_in_one(stage: Stage, draw: Draw) -> Goal:
    corners = [name for name in POCKETS if name not in SIDE_POCKETS]
    pocket = draw.pick("pocket", corners)
    first = stage.ball(1, draw("x", 0.2, 0.8), draw("y", 0.5, 1.5))
    other = draw.pick("other pocket", [name for name in corners if name != pocket])
    stage.ball(2, *stage.beyond(POCKETS[other], first, -draw("hang", 0.12, 0.2)))
    cut = draw("cut", 10, 45) * draw.pick("side", (-1, 1))
    stage.cue_behind(first, pocket, draw("distance", 0.15, 0.4), cut)
    return Pots(1), Pots(2)
