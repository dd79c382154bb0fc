"""How a scene is written and read: one JSON object."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from topple.prompting.answers import LONGEST as LONGEST_ANSWER
from topple.prompting.answers import plain_json
from topple.prompting.form import Form
from topple.prompting.objects import REPEATED, found_in
from topple.prompting.reader import NO_ACTION, Reader, Reading, Slot, Statement, Values
from topple.tasks.attempt import Action
from topple.worlds.ladder.rebuild.items import LONGEST, decode, encode

NAME = "json"
# Fields around a scene that are not part of it.
_WRAPPED = frozenset(("scene", "answer", "name", "arguments", "tool", "parameters", "input"))


class Written(Form):
    """A scene as JSON; its values are the codes of the characters."""

    name = NAME
    recorded = False  # a long text
    slots: tuple[Slot, ...] = ()
    pattern = "{...}"
    example = encode("{}")

    def explained(self) -> tuple[str, ...]:
        return ()

    def refusal(self, values: Sequence[float]) -> str:
        return ""

    def action(self, values: Sequence[float]) -> Action:
        return tuple(values)

    def words(self, values: Sequence[float]) -> str:
        return decode(tuple(values))

    def moves(self, action: Sequence[float]) -> list[Values]:
        return [tuple(action)]

    def sample(self, rng: np.random.Generator) -> Values:
        return self.example

    def read(self, answer: str) -> Reading:
        """Read the one scene that an answer stands by, without the spaces between."""
        if len(answer) <= LONGEST_ANSWER and "{" not in answer:
            return Reading(None, "there is no JSON object in the answer")
        found = _READER.read(answer)
        return Reading(None, "the answer is not JSON") if found.why == NO_ACTION else found


def _scenes(text: str) -> list[Statement]:
    """Find complete scenes: outermost objects, without those that describe a part of one.

    A scene in a field of its own, or among the arguments of a tool, is taken out of it.
    """
    found = [(start, end, _inner(value)) for start, end, value in found_in(text)]
    if _in_pieces(text, found):
        return [Statement(0, len(text), None)]
    lists = [each for each in found if isinstance(each[2], dict) and _has_list(each[2])]
    return [
        Statement(start, end, _codes(value))
        for start, end, value in lists or found
        if not isinstance(value, list)
    ]


def _in_pieces(text: str, found: list[tuple[int, int, Any]]) -> bool:
    """Return whether JSON stands inside an object that is no JSON: that one is broken."""
    depth, at = 0, 0
    for start, end, _ in found:
        depth += text.count("{", at, start) - text.count("}", at, start)
        if depth > 0:
            return True
        at = end
    return False


def _inner(value: Any) -> Any:
    """Return the scene in `{"scene": {...}}` or `{"name": ..., "arguments": {...}}`."""
    while isinstance(value, dict) and not _has_list(value):
        inner = [each for each in value.values() if isinstance(each, dict)]
        if len(inner) != 1 or not _WRAPPED.issuperset(value):
            break
        value = inner[0]
    return value


def _has_list(value: dict[str, Any]) -> bool:
    return any(isinstance(each, list) for each in value.values())


def _codes(value: Any) -> Values | None:
    """Return a scene as the codes of its characters; None if it is too long or ambiguous."""
    text = "" if value is REPEATED else json.dumps(value, separators=(",", ":"))
    return encode(text) if 0 < len(text) <= LONGEST else None


_READER = Reader(_scenes, plain_json)
