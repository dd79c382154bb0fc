"""Pot the 9 by way of the 1, which must be hit first."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, HitsFirst, KeepsCue, Pots
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import NINE, POCKETS, RADIUS, SIDE_POCKETS
from topple.worlds.pool.template import puzzle


@puzzle()
def combination(stage: Stage, draw: Draw) -> Goal:
    corners = [name for name in POCKETS if name not in SIDE_POCKETS]
    pocket = draw.pick("pocket", corners)
    nine = stage.ball(NINE, draw("x", 0.15, 0.85), draw("y", 0.3, 1.7))
    gap = draw("gap", 0.01, 0.12)
    aside = draw("aside", -0.5, 0.5) * RADIUS
    first = stage.ball(1, *stage.beyond(nine, POCKETS[pocket], 2 * RADIUS + gap, aside))
    far = draw("distance", 0.2, 0.6)
    stage.cue(*stage.beyond(first, nine, 2 * RADIUS + far, draw("cue aside", -0.1, 0.1)))
    return Pots(NINE), HitsFirst(1), KeepsCue()
