"""Read JSON that strangers wrote: no key twice, no number that is none, no amount below zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.runs.folder import ATTEMPTS, FINISHED
from topple.runs.turns import TOOLS, TURNS
from topple.submissions.faults import Fault, Kind, Report
from topple.tasks.plain_json import load_plain

_LONGEST_LINE = 1 << 22  # bytes of a line
_MOST = 1 << 48  # largest amount; sums of such amounts fit into 64 bits
Fits = Callable[[Any], bool]


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < _MOST


def is_amount(value: Any) -> bool:
    """Return whether a value is a finite number that is not negative."""
    return type(value) in (int, float) and 0 <= value < _MOST


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and -_MOST < value < _MOST


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_action(value: Any) -> bool:
    if value is None:
        return True
    return type(value) is list and all(each is None or _is_number(each) for each in value)


_SPENT: dict[str, Fits] = dict.fromkeys(("tokens_in", "tokens_out"), _is_count)
_SPENT |= dict.fromkeys(("cost_usd", "wall_ms"), is_amount)
_ATTEMPT: dict[str, Fits] = {
    **dict.fromkeys(("fold", "attempt", "steps", "tokens", "simulations"), _is_count),
    **dict.fromkeys(("wall_ms", "think_ms", "cost_usd"), is_amount),
    **dict.fromkeys(("task", "outcome", "digest", "note", "asked"), _is_text),
    "action": _is_action,
    "points": _is_number,
}
_PLACE: dict[str, Fits] = dict.fromkeys(("fold", "attempt", "decision", "call"), _is_count)
# What values must be, by file and key.
RULES: Mapping[str, Mapping[str, Fits]] = {
    ATTEMPTS: _ATTEMPT,
    TURNS: _SPENT | _PLACE,
    TOOLS: _SPENT | _PLACE,
    FINISHED: {
        **dict.fromkeys(("attempts", "tasks"), _is_count),
        **dict.fromkeys(("practice_simulations", "test_simulations"), _is_count),
        **dict.fromkeys(("wall_s", "practice_wall_s", "seconds"), is_amount),
    },
}


def parse(text: bytes, rules: Mapping[str, Fits] | None = None, *, closed: bool = False) -> Any:
    """Return the data of a JSON text; raise `BadInput` if it is not plain or breaks a rule.

    `rules` hold for keys at any depth; a `closed` object has no other keys.
    """
    rules = rules or {}

    def make(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("a key is there twice")
        for key, value in pairs:
            fits = rules.get(key)
            if fits is None and closed:
                raise ValueError(f"unknown key `{key[:40]}`")
            if fits is not None and not fits(value):
                raise ValueError(f"`{key}` is {str(value)[:40]}")
        return found

    try:
        return load_plain(text.decode(), make)
    except (ValueError, RecursionError, OverflowError) as error:
        raise BadInput(f"not plain JSON: {str(error)[:200]}") from error


def read(path: Path) -> Any:
    """Return the data of a JSON file."""
    return parse(path.read_bytes())


def check(path: Path, where: str, report: Report) -> None:
    """Report the first thing that is wrong with a file of JSON, or of a JSON object per line."""
    rules, lines = RULES.get(path.name), path.suffix == ".jsonl"
    number = 0
    try:
        if not lines:
            parse(path.read_bytes(), rules)
            return
        with path.open("rb") as file:
            while line := file.readline(_LONGEST_LINE):
                number += 1
                if not line.endswith(b"\n"):
                    raise BadInput("the line does not end")
                if not isinstance(parse(line, rules, closed=path.name == ATTEMPTS), dict):
                    raise BadInput("the line is not an object")
    except BadInput as error:
        place = f"{where}, line {number}" if lines else where
        report(Fault(Kind.SETTINGS, place, str(error)))
