"""Read where balls are placed.

These count: JSON objects with x, y and radius (or r), alone, in a list or inside other objects, in
a code fence or in prose; without JSON, `x = 1, y = 2, radius = 3` and the like, once for each ball.
Numbers may be quoted; sums, ranges and numbers with a unit attached are unreadable. The number of
balls must be the one asked for. Of different placements one counts only if
`topple.prompting.decide` finds that it is meant.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from topple.prompting.answers import plain_json
from topple.prompting.objects import REPEATED, found_in
from topple.prompting.reader import Reader, Reading, Slot, Statement, Statements, Values

Ball = tuple[float, float, float]  # x, y, radius
Placement = tuple[Ball, ...]

_DEEPEST = 6  # levels of nested JSON
_NOT_PLACED = re.compile(r"green|blue|purple|gr[ae]y|black|target|goal|wall|scene|start")
_DIGITS = re.compile(r"[+-]?\d{1,9}(?:\.\d{1,12})?")
_NAMED = Statements(
    [Slot("x", r"x(?!\d)"), Slot("y", r"y(?!\d)"), Slot("radius", r"radius|r(?!\d)")],
    verbs="place|ball|circle",
    bare=False,
)


def read_placement(answer: str, balls: int) -> Reading:
    """Read this many balls: x, y and radius of each."""
    return _READERS[balls].read(answer)


def _placements(text: str, balls: int) -> list[Statement]:
    """Find groups of as many balls as asked for."""
    text = text.lower()
    found = [*_from_json(text)]
    named = _NAMED(_without(text, found))
    if not found and len(named) % balls:
        return [Statement(0, len(text), None)]
    # Beside JSON, prose that names some of several balls only speaks of them.
    named = [] if len(named) % balls else named
    every = [*_grouped(text, found, balls), *_grouped(text, named, balls)]
    return sorted(every, key=lambda each: each.start)


def _without(text: str, found: list[Statement]) -> str:
    """Blank out statements, so that places stay."""
    for each in found:
        text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
    return text


def _grouped(text: str, found: list[Statement], balls: int) -> list[Statement]:
    if len(found) % balls:
        return [Statement(0, len(text), None)]
    groups = [found[i : i + balls] for i in range(0, len(found), balls)]
    return [Statement(group[0].start, group[-1].end, _join(group)) for group in groups]


def _join(group: list[Statement]) -> Values | None:
    rows = [each.values for each in group if each.values is not None]
    return tuple(v for row in rows for v in row) if len(rows) == len(group) else None


def _from_json(text: str) -> Iterator[Statement]:
    """Yield the balls of all JSON in the text; without values if a ball cannot be read."""
    for start, end, value in found_in(text):
        if value is REPEATED:
            yield Statement(start, end, None)
        else:
            for ball in _balls(value, 0):
                yield Statement(start, end, ball)


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


_READERS = {balls: Reader(partial(_placements, balls=balls), plain_json) for balls in (1, 2)}
