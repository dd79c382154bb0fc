"""Read a plan from an answer: a JSON list of objects with a time and a block.

The answer is parsed, never evaluated. A value that the task does not offer is still read. Of
different plans one counts only if `topple.prompting.decide` finds that it is meant.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterator
from typing import Any

from topple.prompting.answers import LONGEST, plain_json
from topple.prompting.objects import found_in
from topple.prompting.reader import Reader, Reading, Statement, Values

_ACTION = re.compile(r"(?:^|\n)[^\w\n\[]*action\b[\s:=*]*", re.IGNORECASE)
_FENCED = re.compile(r"```(?:\w+)?\s*(.*?)```", re.DOTALL)
_DIGITS = re.compile(r"([+-]?\d{1,9}(?:\.\d{1,12})?)(?: *(?:s|sec|seconds?))?", re.ASCII)
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*")
_TIMES, _BLOCKS = ("time", "t", "seconds"), ("block", "index", "block_index")
_UNREADABLE = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)


def read_classically(answer: str) -> Reading:
    """Read a plan as DeepPHY's release does; entries that are not removals are skipped."""
    if len(answer) > LONGEST:
        return Reading(None, f"the answer has {len(answer):,} characters")
    text = _after_label(answer)
    fenced = _FENCED.search(text)
    text = fenced[1] if fenced else text[text.find("[") : text.rfind("]") + 1]
    rows = _parse(_COMMENT.sub("", text))
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


def _plans(text: str) -> list[Statement]:
    """Find the plans of a text; an empty one counts only if there is no other."""
    text = text.lower().replace("'", '"')
    found = [*(_lists(text) if "[" in text else _single(text))]
    return [each for each in found if each.values != ()] or found


def _lists(text: str) -> Iterator[Statement]:
    """Find the outermost JSON lists of objects; `[ ]` with a space is a box to tick."""
    for start, end, rows in found_in(text, "["):
        if all(isinstance(row, dict) for row in rows) and (rows or end == start + 2):
            yield Statement(start, end, _values(rows))


def _single(text: str) -> Iterator[Statement]:
    """Find the only object of a text without lists: a plan of one removal."""
    if text.count("{") == 1:
        for start, end, row in found_in(text, "{"):
            yield Statement(start, end, _values([row]))


def _values(rows: list[dict[str, Any]]) -> Values | None:
    numbers = [_number(row, names) for row in rows for names in (_BLOCKS, _TIMES)]
    return None if None in numbers else tuple(n for n in numbers if n is not None)


def _parse(text: str) -> object:
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
    if isinstance(value, str) and (match := _DIGITS.fullmatch(value.strip())):
        value = float(match[1])
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


_READER = Reader(_plans, plain_json)
read_plan = _READER.read
