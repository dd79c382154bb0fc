"""Pot the 2, which hangs near a pocket, by way of the 1, which must be hit first."""

from topple.tasks.draw import Draw
from topple.worlds.pool.goals import Goal, HitsFirst, Pots
from topple.worlds.pool.stage import Stage
from topple.worlds.pool.table import LENGTH, POCKETS, SIDE_POCKETS, WIDTH, direction
from topple.worlds.pool.template import puzzle


@puzzle()
def carom(stage: Stage, draw: Draw) -> Goal:
    corners = [name for name in POCKETS if name not in SIDE_POCKETS]
    pocket = draw.pick("pocket", corners)
    middle = (WIDTH / 2 + draw("turn x", -0.2, 0.2), LENGTH / 2)
    hanging = stage.beyond(POCKETS[pocket], middle, -draw("hang", 0.12, 0.17))
    stage.ball(2, *hanging)
    first = stage.ball(1, draw("x", 0.2, 0.8), draw("y", 0.5, 1.5))
    cue = stage.cue(draw("cue x", 0.2, 0.8), draw("cue y", 0.3, 1.7))
    turn = abs((direction(cue, first) - direction(first, hanging) + 180) % 360 - 180)
    stage.require(turn < 80)
    stage.require(not stage.blocked(cue, first, 2))
    return Pots(2), HitsFirst(1)
