"""Structured answers: an action as one JSON object that follows a schema.

A provider that supports schemas lets a model write nothing else. The form of an action declares the
fields; nothing is repaired, and what does not follow the schema is unreadable.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from topple.prompting.answers import LONGEST
from topple.prompting.decide import Reading

TEXT, STRUCTURED = ANSWERS = ("text", "structured")

Schema = dict[str, Any]  # JSON Schema, as far as it is needed: objects, lists, numbers, names


def whole(fields: Mapping[str, Schema]) -> Schema:
    """Return the schema of an object with exactly these fields."""
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }


def fields_in(text: str, schema: Schema) -> dict[str, Any] | Reading:
    """Return the fields of an answer, or why it does not follow the schema."""
    if len(text) > LONGEST:
        return Reading(None, f"the answer has {len(text):,} characters")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return Reading(None, "the answer is not JSON")
    why = _fault(found, schema, "the answer")
    return Reading(None, why) if why else dict(found)


def _fault(value: Any, schema: Schema, name: str) -> str:
    """Return how a value breaks a schema; empty if it does not."""
    kind = schema["type"]
    if not _KINDS[kind](value):
        return f"{name} is no {kind}"
    if kind == "object":
        own = schema["properties"]
        for field in (*own, *value):
            if field not in value or field not in own:
                return f"{field[:40]} is {'missing' if field in own else 'no field'}"
        return next(filter(None, (_fault(value[each], own[each], each) for each in own)), "")
    if kind == "array":
        return next(filter(None, (_fault(each, schema["items"], name) for each in value)), "")
    if value not in schema.get("enum", [value]):
        return f"{name} is `{str(value)[:40]}`: give {', '.join(schema['enum'])}"
    return ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and _is_finite(value)


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


_KINDS: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "integer": lambda value: _is_number(value) and value == int(value),
}
