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

from topple.prompting.answers import LONGEST, cleaned
from topple.prompting.decide import Reading, Statement, Values, decide

_ACTION = re.compile(r"(?:^|\n)[^\w\n\[]*action\b[\s:=*]*", re.IGNORECASE)
_FENCED = re.compile(r"```(?:\w+)?\s*(.*?)```", re.DOTALL)
_MARKS = re.compile(r"[*`$]")
_DIGITS = re.compile(r"([+-]?\d{1,9}(?:\.\d{1,12})?)(?: *(?:s|sec|seconds?))?", re.ASCII)
_SLIPS = re.compile(r"//[^\n]*|,(?=\s*[\]}])")  # comments, and commas after the last entry
_MOST_STARTS = 300  # brackets in one answer at which a list may start
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*")
_TIMES, _BLOCKS = ("time", "t", "seconds"), ("block", "index", "block_index")
_UNREADABLE = (ValueError, SyntaxError, TypeError, RecursionError, MemoryError)


def read_plan(answer: str) -> Reading:
    """Read the one plan that an answer states; every entry must name a block and a time."""
    if len(answer) > LONGEST:
        return Reading(None, f"the answer has {len(answer):,} characters")
    text = _MARKS.sub(" ", cleaned(answer)).lower()
    found = _plans(text)
    if not found:
        return Reading(None, "the answer has no list of removals")
    if len(found) == 1 and found[0].values is None:
        return Reading(None, "a removal lacks its block or its time")
    return decide(text, _plans)


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
    text = _SLIPS.sub(lambda slip: " " * len(slip[0]), text).replace("'", '"')
    found = [*(_lists(text) if "[" in text else _single(text))]
    return [each for each in found if each.values != ()] or found


def _lists(text: str) -> Iterator[Statement]:
    """Find the outermost JSON lists of objects; `[ ]` with a space is a box to tick."""
    decoder, start = json.JSONDecoder(), text.find("[")
    for _ in range(_MOST_STARTS):
        if start < 0:
            return
        try:
            rows, end = decoder.raw_decode(text, start)
        except _UNREADABLE:
            end = start + 1
        else:
            if all(isinstance(row, dict) for row in rows) and (rows or end == start + 2):
                yield Statement(start, end, _values(rows))
        start = text.find("[", end)
    yield Statement(start, len(text), None)


def _single(text: str) -> Iterator[Statement]:
    """Find the only object of a text without lists: a plan of one removal."""
    start = text.find("{")
    if start < 0 or text.count("{") > 1:
        return
    try:
        row, end = json.JSONDecoder().raw_decode(text, start)
    except _UNREADABLE:
        return
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
