"""A protocol for agents and models: ten attempts at every certified task."""

from __future__ import annotations

from carts.world import TRACKS, WORLD
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol, Split


def _split(fold: int) -> Split:
    rails, sand = (
        tuple(str(WORLD.id_of(track, index)) for index in WORLD.served(track)) for track in TRACKS
    )
    return Split(rails, (), sand)


PROTOCOL = Protocol(
    "carts-push",
    "Carts on sand, after practice on rails.",
    "carts",
    (0,),
    _split,
    attempts=10,
    uncounted=frozenset({Outcome.FAILED}),
)
