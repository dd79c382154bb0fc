"""Rope: cut ropes, pop bubbles and puff air at the right moments to feed a creature."""

from topple.worlds.rope.calls import Call, Timed, Verb
from topple.worlds.rope.frame import Frame
from topple.worlds.rope.level import Level
from topple.worlds.rope.simulate import Ending, Event, Play, simulate

__all__ = ["Call", "Ending", "Event", "Frame", "Level", "Play", "Timed", "Verb", "simulate"]


def __dir__() -> list[str]:
    return __all__
