"""Find JSON in a text: the outermost objects and lists, wherever they stand.

JSON is strict but for two slips that change nothing: comments, and a comma after the last entry.
`NaN` is no JSON, and an object that names a field twice has no value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

_MOST_STARTS = 300  # brackets in one answer at which JSON may start
_SLIPS = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|((?:(?<=[,\[{}\]])[ \t]*#|(?:(?<=[,\[{}\]])|^)[ \t]*//)[^\n]*"
    r"|,(?=\s*(?:(?://|#)[^\n]*\s*)?[\]}]))",
    re.MULTILINE,
)
_EXPLAINING = re.compile(
    r"\s*(?:\w+ ?)?(?:reason|explanation|analysis|thought|thinking|rationale|justification|comment"
    r"|note|observation|description)\w*\s*",
    re.IGNORECASE,
)
REPEATED = object()  # the value of an object that names a field twice


class _Pairs(list[tuple[str, Any]]):
    """The fields of an object in order; a name may occur twice."""


def found_in(text: str, opening: str = "{[") -> Iterator[tuple[int, int, Any]]:
    """Yield the JSON values that begin with an opening bracket: start, end, value."""
    yield from _decoded(text, opening, _plain)


def without_slips(text: str) -> str:
    """Blank out comments and commas after a last entry, outside of strings."""
    return _SLIPS.sub(lambda slip: " " * len(slip[0]) if slip[1] else slip[0], text)


def as_lines(text: str) -> str:
    """Write JSON objects as lines `field: value`; fields that explain are left out."""
    found, at = "", 0
    for start, end, lines in _decoded(text, "{", lambda value: [*_lines(value)]):
        found += text[at:start] + "\n" + "\n".join(lines) + "\n"
        at = end
    return found + text[at:]


def on_lines(text: str) -> str:
    """Write every JSON value on one line, without slips: decisions go by lines."""
    text = without_slips(text)
    for start, end, _ in _decoded(text, "{[", lambda value: None):
        text = text[:start] + text[start:end].replace("\n", " ") + text[end:]
    return text


def _decoded(text: str, opening: str, make: Callable[[Any], Any]) -> Iterator[tuple[int, int, Any]]:
    decoder = json.JSONDecoder(object_pairs_hook=_Pairs, parse_constant=_refuse)
    text = without_slips(text)
    starts = re.compile("[" + re.escape(opening) + "]")
    at = 0
    for _ in range(_MOST_STARTS):
        start = starts.search(text, at)
        if start is None:
            return
        at = start.end()
        try:
            raw, end = decoder.raw_decode(text, start.start())
            value = make(raw)
        except (ValueError, RecursionError):
            continue
        at = end
        yield start.start(), end, value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _plain(value: Any) -> Any:
    if isinstance(value, _Pairs):
        own = {name: _plain(each) for name, each in value}
        again = len(own) < len(value) or any(each is REPEATED for each in own.values())
        return REPEATED if again else own
    if isinstance(value, list):
        every = [_plain(each) for each in value]
        return REPEATED if any(each is REPEATED for each in every) else every
    return value


def _lines(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, _Pairs):
        if name:
            yield f"{name}:"
        answering = [pair for pair in value if not _EXPLAINING.fullmatch(pair[0])]
        for own, each in answering or value:
            yield from _lines(each, own)
    else:
        written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield f"{name}: {written}" if name else written
