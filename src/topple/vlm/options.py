"""Which prompting options have an effect under a protocol or question set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from topple.physiq.find import SETS
from topple.physiq.items import Kind
from topple.physiq.settings import QuestionSettings
from topple.protocols import all_protocols, protocol
from topple.tasks.protocol import Protocol
from topple.worlds import parts, world

# As in `Models.options`: the values of an option, empty for the usual ones.
QUESTION_OPTIONS: Mapping[Kind, Mapping[str, str]] = {
    Kind.SANITY: {"mode": "", "prompts": ""},
    Kind.CONFIDENCE: {"mode": "", "parameters": "", "prompts": ""},
    Kind.YESNO: {"mode": "", "parameters": "", "prompts": "", "shots": "0, 2, 4", "frames": ""},
    Kind.RANKING: {"mode": "", "parameters": "", "prompts": "", "shots": "0, 1, 2"},
    Kind.INSERTION: {"mode": "", "parameters": "", "prompts": ""},
}
# Pictures of the classic mode are fixed as published.
_FIXED = frozenset({"view", "moments"})


def for_models(name: str) -> bool:
    """Return whether a protocol or question set is made for models."""
    return name in SETS or protocol(name).for_models


def asked_of_models() -> list[str]:
    """Return the names of all protocols and question sets that are made for models."""
    return [*(name for name, each in all_protocols().items() if each.for_models), *SETS]


def options_of(name: str) -> Mapping[str, str]:
    """Return the options with an effect, each with its values; empty for the usual ones."""
    return QUESTION_OPTIONS[SETS[name]] if name in SETS else protocol_options(protocol(name))


def protocol_options(rules: Protocol) -> Mapping[str, str]:
    """Return the options with an effect under a protocol."""
    known = parts.models(world(rules.world)).options_of(rules)
    return {each: text for each, text in known.items() if not (rules.classic_of and each in _FIXED)}


def usual_setup(name: str) -> dict[str, Any]:
    """Return how a protocol or question set is asked unless told otherwise, as plain data."""
    if name in SETS:
        return asdict(QuestionSettings())
    found = protocol(name)
    models = parts.models(world(found.world))
    history, classic = models.usual_history(found), bool(found.classic_of)
    return {"form": models.usual(found), "history": history, "classic": classic}


def usual_form(name: str) -> str:
    """Return the action form that a protocol uses unless another is chosen."""
    found = protocol(name)
    return parts.models(world(found.world)).usual(found)
