"""Read where balls are placed.

These count: JSON objects with x, y and radius (or r), alone, in a list or inside other objects, in
a code fence or in prose; without JSON, `x = 1, y = 2, radius = 3` and the like, once for each ball.
Numbers may be quoted; sums, ranges and numbers with a unit attached are unreadable. The number of
balls must be the one asked for. A repeated placement counts once; different placements are
unreadable.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from topple.prompting.answers import cleaned

Ball = tuple[float, float, float]  # x, y, radius
Placement = tuple[Ball, ...]

_MOST_STARTS = 300  # brackets in one answer at which JSON may start
_DEEPEST = 6  # levels of nested JSON
_NOT_PLACED = re.compile(r"green|blue|purple|gr[ae]y|black|target|goal|wall|scene|start")
_DIGITS = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,12})?")
_VALUE = (
    r"[\"'*`]{0,3} ?(?:[:=]|is\b) ?[\"'*`]{0,3}([+-]?\d{1,9}(?:\.\d{1,12})?)"
    r"(?![\w.%/^(])(?! *(?:[-+*/^]|to\b|or\b|±) *\d)"
)
_KEYS = re.compile(
    rf"(?<!\w)x{_VALUE}[^xyr]{{0,20}}?\by{_VALUE}[^xyr]{{0,20}}?\b(?:radius|r){_VALUE}",
)


class _RepeatedKey(Exception):
    """A key occurs twice in one object."""


def read_placement(answer: str, balls: int) -> Placement | None:
    """Return this many balls as (x, y, radius), or None."""
    text = cleaned(answer)
    found = [*_from_json(text)]
    if not found:
        found = [_numbers(match.groups()) for match in _KEYS.finditer(text.lower())]
    if not found or any(ball is None for ball in found):
        return None
    placed = tuple(ball for ball in found if ball is not None)
    first = placed[:balls]
    repeats, rest = divmod(len(placed), balls)
    return first if not rest and placed == first * repeats else None


def _from_json(text: str) -> Iterator[Ball | None]:
    """Yield the balls of all JSON in the text; None for a ball that cannot be read."""
    decoder = json.JSONDecoder(object_pairs_hook=_unique)
    at = 0
    for _ in range(_MOST_STARTS):
        start = re.compile(r"[{\[]").search(text, at)
        if start is None:
            return
        at = start.start() + 1
        try:
            value, at = decoder.raw_decode(text, start.start())
        except _RepeatedKey:
            yield None
            continue
        except (ValueError, RecursionError):
            continue
        yield from _balls(value, 0)
    yield None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = {key.strip().lower(): value for key, value in pairs}
    if len(found) < len(pairs):
        raise _RepeatedKey
    return found


def _balls(value: Any, depth: int) -> Iterator[Ball | None]:
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for each in value:
            yield from _balls(each, depth + 1)
    elif isinstance(value, dict):
        ball = _flat(value)
        if {"x", "y"} <= ball.keys():
            yield _numbers((ball["x"], ball["y"], ball.get("radius", ball.get("r"))))
        else:
            for name, each in value.items():
                if not _NOT_PLACED.search(name):
                    yield from _balls(each, depth + 1)


def _flat(ball: dict[str, Any]) -> dict[str, Any]:
    """Move x and y of a `position`, `center` or `centre` up to the ball."""
    for name in ("position", "center", "centre"):
        place = ball.get(name)
        if isinstance(place, dict):
            return {**place, **ball}
        if isinstance(place, list) and len(place) == 2:
            return {"x": place[0], "y": place[1], **ball}
    return ball


def _numbers(values: tuple[Any, ...]) -> Ball | None:
    found = []
    for value in values:
        if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
            value = float(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if not math.isfinite(value) or abs(value) > 1e9:
            return None
        found.append(float(value))
    x, y, radius = found
    return x, y, radius
