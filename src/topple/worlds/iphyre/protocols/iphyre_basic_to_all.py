"""I-PHYRE as in its paper: learn from the ten basic games, play all forty."""

from __future__ import annotations

from topple.tasks.protocol import Protocol, Split
from topple.worlds.folds import variations
from topple.worlds.iphyre.games import GROUPS
from topple.worlds.iphyre.protocols._iphyre import games, ids
from topple.worlds.iphyre.template import PUBLISHED
from topple.worlds.iphyre.world import WORLD


def _split(fold: int) -> Split:
    # The basic games are both learnt and judged, as published; learning takes their variations too,
    # of which none is judged.
    basic = games(GROUPS[0])
    train = variations(WORLD, basic)
    return Split(tuple(train), (), tuple(ids(games(), PUBLISHED)))


PROTOCOL = Protocol(
    "iphyre-basic-to-all",
    "I-PHYRE: learn from the basic games, play all games of the four groups.",
    "iphyre",
    (0,),
    _split,
    version=2,
    attempts=5,
    about="Agents learn from variations of the ten basic games and get five attempts at each of "
    "the published games, as people did. `spring_flick` solves itself and is left out.",
)
