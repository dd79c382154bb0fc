"""Read a plan from an answer: a JSON list of objects with a time and a block.

The answer is parsed, never evaluated. A value that the task does not offer is still read.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterator
from typing import Any

from topple.prompting.answers import LONGEST, cleaned
from topple.prompting.reader import Reading

_ACTION = re.compile(r"(?:^|\n)[^\w\n\[]*action\b[\s:=*]*", re.IGNORECASE)
_FENCED = re.compile(r"```(?:\w+)?\s*(.*?)```", re.DOTALL)
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*")
_TIMES, _BLOCKS = ("time", "t", "seconds"), ("block", "index", "block_index")
_UNREADABLE = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)


def read_plan(answer: str) -> Reading:
    """Read the last list of an answer; every entry must name a block and a time."""
    text = _after_label(cleaned(answer))
    found = [rows for rows in _lists(text) if all(isinstance(row, dict) for row in rows)]
    if not found:
        return Reading(None, "the answer has no list of removals")
    values: list[float] = []
    for row in found[-1]:
        entry = _number(row, _BLOCKS), _number(row, _TIMES)
        if None in entry:
            return Reading(None, "a removal lacks its block or its time")
        values += [number for number in entry if number is not None]
    return Reading(tuple(values))


def read_classically(answer: str) -> Reading:
    """Read a plan as DeepPHY's release does; entries that are not removals are skipped."""
    if len(answer) > LONGEST:
        return Reading(None, f"the answer has {len(answer):,} characters")
    text = _after_label(answer)
    fenced = _FENCED.search(text)
    text = fenced[1] if fenced else text[text.find("[") : text.rfind("]") + 1]
    rows = _parsed(_COMMENT.sub("", text))
    if not isinstance(rows, list):
        return Reading(None, "the answer has no list of removals")
    entries = [
        (_number(row, _BLOCKS), _number(row, _TIMES)) for row in rows if isinstance(row, dict)
    ]
    return Reading(
        tuple(n for entry in entries if None not in entry for n in entry if n is not None)
    )


def _after_label(text: str) -> str:
    """Return what follows the last line that begins with `Action`, or everything."""
    labels = list(_ACTION.finditer(text))
    return text[labels[-1].end() :] if labels else text


def _lists(text: str) -> Iterator[list[Any]]:
    """Yield the outermost JSON lists of a text."""
    decoder, start = json.JSONDecoder(), text.find("[")
    while start >= 0:
        try:
            rows, end = decoder.raw_decode(text, start)
            yield rows
        except _UNREADABLE:
            end = start + 1
        start = text.find("[", end)


def _parsed(text: str) -> object:
    """Return JSON or Python literals as data; None if a text is neither."""
    for parse in (json.loads, ast.literal_eval):
        try:
            found: object = parse(text.strip())
        except _UNREADABLE:
            continue
        return found
    return None


def _number(row: dict[Any, Any], names: tuple[str, ...]) -> float | None:
    value = next((row[name] for name in names if name in row), None)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
