"""Find what asks the tasks of a protocol, and what worlds show unless they say otherwise."""

from __future__ import annotations

from typing import Any

from topple.draw import png
from topple.prompting.question import Part, Picture
from topple.prompting.setup import Setup
from topple.prompting.voice import Voice
from topple.tasks.protocol import Protocol
from topple.worlds import parts, still
from topple.worlds.registry import world

# Begin the names of protocols whose tasks are questions about the scenes of a world.
LADDER = ("ladder-", "counterfactual-")
REBUILD = "rebuild-"
_WIDTH = 512  # pixels of the picture of a start


def voice_of(protocol: Protocol) -> Voice:
    """Return the voice that asks the tasks of a protocol."""
    own = parts.voice(world(protocol.world))
    # A run loads the questions that it asks, and no others.
    if protocol.name.startswith(LADDER):
        from topple.worlds.ladder.voice import voice_of

        return voice_of(own)
    if protocol.name.startswith(REBUILD):
        from topple.worlds.ladder.rebuild.voice import voice_of

        return voice_of(own)
    return own.of(protocol)


def show_start(game: Any, setup: Setup) -> list[Part]:
    """Show a task before any action."""
    pixels = still(game.task, _WIDTH)
    picture = Picture("start@1", png.encode(pixels, quick=True), png.pixel_hash(pixels))
    return ["The scene:", picture]
