"""Which prompting options have an effect under a protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topple.protocols import all_protocols, protocol
from topple.tasks.protocol import Protocol
from topple.worlds.voices import voice_of

# Pictures of the classic mode are fixed as published.
_FIXED = frozenset({"view", "moments"})


def asked_of_models() -> list[str]:
    """Return the names of all protocols that are made for models."""
    return [name for name, each in all_protocols().items() if each.for_models]


def options_of(protocol: Protocol) -> Mapping[str, str]:
    """Return the options with an effect, each with its values; empty for the usual ones."""
    known = voice_of(protocol).options
    return {
        each: text for each, text in known.items() if not (protocol.classic_of and each in _FIXED)
    }


def usual_setup(name: str) -> dict[str, Any]:
    """Return how a protocol is asked unless told otherwise, as plain data."""
    found = protocol(name)
    return dict(voice_of(found).usual or {})


def usual_form(name: str) -> str:
    """Return the action form that a protocol uses unless another is chosen."""
    found = protocol(name)
    return voice_of(found).usual_form
