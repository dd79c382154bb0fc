"""DeepPHY's pool, for models: a game of 15 shots per rack.

DeepPHY plays one unknown rack a hundred times, and the cue always points at the lowest ball.
`deepphy-pool` has 100 racks, aiming and the rules of nine-ball. `deepphy-pool-classic` keeps the
models of 2025, the 27 shots and the single rule that the 9 must fall, on 100 racks too.
"""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split
from topple.worlds.pool.protocols._pool import racks

_UNCOUNTED = frozenset({Outcome.FAILED})


def _strict(fold: int) -> Split:
    train, test = racks("nine_ball")
    return Split(train, (), test)


def _classic(fold: int) -> Split:
    train, test = racks("nine_ball_2025")
    return Split(train, (), test)


STRICT = Protocol(
    "deepphy-pool",
    "DeepPHY's pool by the rules of nine-ball: 100 racks, 15 shots, with aiming.",
    "pool",
    (0,),
    _strict,
    version=2,
    attempts=1,
    most_tries=10,
    uncounted=_UNCOUNTED,
    metric="nine-ball",
    about="A model sees the table from above and gives direction, speed and spot of each shot. An "
    "answer that is not a valid shot uses up a turn.",
    for_models=True,
)
CLASSIC = Protocol(
    "deepphy-pool-classic",
    "DeepPHY's pool as published: 27 shots at the lowest ball, the 9 must fall.",
    "pool",
    (0,),
    _classic,
    attempts=1,
    most_tries=10,
    uncounted=_UNCOUNTED,
    metric="nine-ball",
    about="The cue always points at the centre of the lowest ball; a model gives speed and spot. "
    "The published figures are for one unknown rack each.",
    for_models=True,
    classic_of=STRICT.name,
)
