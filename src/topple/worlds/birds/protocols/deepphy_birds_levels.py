"""DeepPHY's slingshot game on 34 stored levels, for models: one decision per bird.

DeepPHY plays levels of a commercial game by hand. Here the levels are our own, with its queues of
birds in its order; the simulator is the judge.
"""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.birds.stored_levels import all_levels
from topple.worlds.birds.world import WORLD


def _split(fold: int) -> Split:
    served = (level for level in all_levels().values() if WORLD.served(level))
    return Split((), (), tuple(str(WORLD.id_of(level, 0)) for level in served))


PROTOCOL = Protocol(
    "deepphy-birds-levels",
    "DeepPHY's slingshot game on 34 levels of our own: one game per level.",
    "birds",
    (0,),
    _split,
    attempts=1,
    most_tries=10,
    uncounted=frozenset({Outcome.FAILED}),
    about="The levels have the queues of 3 to 8 birds that DeepPHY's levels have. For each bird, a "
    "model is asked for an angle and a power once everything is at rest. An answer that is not a "
    "valid shot uses up a turn, but not a bird. There are no training tasks.",
    for_models=True,
)
