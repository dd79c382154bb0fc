"""A protocol for agents and models: ten attempts at every certified task."""

from __future__ import annotations

from marbles.world import FLOORS, WORLD
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split


def _split(fold: int) -> Split:
    ice, wood = (
        tuple(str(WORLD.id_of(floor, index)) for index in WORLD.served(floor)) for floor in FLOORS
    )
    return Split(ice, (), wood)


PROTOCOL = Protocol(
    "marbles-roll",
    "Marbles on wood, after practice on ice.",
    "marbles",
    (0,),
    _split,
    attempts=10,
    uncounted=frozenset({Outcome.FAILED}),
    for_models=True,
)
