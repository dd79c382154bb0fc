"""Questions of ladders, one protocol per world: `ladder-phyre` and so on, for models."""

from __future__ import annotations

from topple.worlds.ladder.protocols._questions import Asked, protocols
from topple.worlds.ladder.rows import FILE

_LADDER = Asked(
    "ladder",
    FILE,
    "Questions about {}, from seeing to planning.",
    "Point at a thing, name what it rests on, predict what happens, choose the action "
    "that works. Right answers are those of the simulator. They are balanced, so that words "
    "without the picture are worth nothing. Training items are about other templates.",
)

globals().update(protocols(_LADDER))
