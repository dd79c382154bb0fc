"""Runs as pandas tables."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import islice
from operator import itemgetter
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from topple.errors import MissingExtra
from topple.tasks.attempt import MOST, UNREADABLE, Attempt
from topple.tasks.outcome import Outcome
from topple.worlds import read_id

if TYPE_CHECKING:
    import pandas as pd

_AT_ONCE = 2000  # lines read at a time; more would need more memory
_ALWAYS = 8  # entries that every record has, besides `simulations`
_NOTHING_FURTHER = {
    **{"note": "", "think_ms": math.nan, "asked": ""},
    **{"tokens": 0, "cost_usd": 0.0, "points": 0.0},
}
_OUTCOMES = {str(outcome): str(outcome) for outcome in Outcome}
_KINDS: dict[str, type] = {
    **{"fold": np.int64, "task": object, "template": object, "attempt": np.int64},
    **{"outcome": object, "action": object, "steps": np.int64, "digest": object, "note": object},
    **{"wall_ms": np.float64, "think_ms": np.float64, "asked": object, "tokens": np.int64},
    **{"cost_usd": np.float64, "points": np.float64, "simulations": np.float64},
}


def read_frame(path: Path) -> pd.DataFrame:
    """Read a file of attempts, one row per attempt; raise `MissingExtra` without pandas."""
    try:
        import orjson  # noqa: F401 (reads the lines)
        import pandas as pd
    except ImportError as error:
        raise MissingExtra("A table of a run", "pandas") from error
    with _without_collections():
        return pd.DataFrame(_read(path), copy=False)


def _read(path: Path) -> dict[str, NDArray[Any]]:
    """Read columns into place, so that no part of them is there twice."""
    count = _count_lines(path)
    columns: dict[str, NDArray[Any]] = {
        name: np.empty(count, kind) for name, kind in _KINDS.items()
    }
    with path.open("rb") as file:
        for start in range(0, count, _AT_ONCE):
            lines = list(islice(file, min(_AT_ONCE, count - start)))
            for name, values in _parse(lines).items():
                columns[name][start : start + len(lines)] = values
    return columns


def _count_lines(path: Path) -> int:
    """Count the lines that have a line feed; one without is still being written."""
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _parse(lines: Sequence[bytes]) -> dict[str, Any]:
    """Parse lines by one call of the decoder, in a third of the time of a call per line."""
    import orjson

    try:
        rows = orjson.loads(b"[%b]" % b",".join(lines))
        if len(rows) != len(lines):
            raise ValueError(f"{len(rows)} records in {len(lines)} lines")
        return _values(rows)
    except UNREADABLE:
        for line in lines:
            Attempt.from_line(line)  # says which record is wrong, and how
        raise


def _values(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the values of each column, or one for all rows; equal names share memory."""

    def column(name: str, read: Callable[[Any], Any]) -> NDArray[Any]:
        return np.fromiter(map(read, map(itemgetter(name), rows)), _KINDS[name], len(rows))

    tasks = column("task", intern)
    return {
        "fold": column("fold", int),
        "task": tasks,
        "template": np.fromiter(map(_template, tasks), object, len(rows)),
        "attempt": column("attempt", int),
        "outcome": column("outcome", _OUTCOMES.__getitem__),
        "action": column("action", _action),
        "steps": _count(column("steps", int)),
        "digest": column("digest", str),
        "wall_ms": column("wall_ms", float),
        "simulations": [_number(row.get("simulations")) for row in rows],
        **(_further(rows) if any(map(_has_more, rows)) else _NOTHING_FURTHER),
    }


def _further(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the values of columns that few records have."""
    return {
        "note": [intern(str(row.get("note", ""))) for row in rows],
        "think_ms": [_number(row.get("think_ms")) for row in rows],
        "asked": [str(row.get("asked", "")) for row in rows],
        "tokens": _count(np.array([int(row.get("tokens", 0)) for row in rows], np.int64)),
        "cost_usd": [float(row.get("cost_usd", 0.0)) for row in rows],
        "points": [float(row.get("points", 0.0)) for row in rows],
    }


def _count(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    if not (numbers.min() >= 0 and numbers.max() < MOST):
        raise ValueError(f"{numbers.min()} to {numbers.max()} steps or tokens")
    return numbers


def _has_more(row: dict[str, Any]) -> bool:
    return len(row) > _ALWAYS + ("simulations" in row)


def _number(found: float | None) -> float:
    """Return a number, or NaN where it was not measured."""
    return math.nan if found is None else float(found)


def _action(numbers: list[float | None] | None) -> tuple[float | None, ...] | None:
    return None if numbers is None else tuple(numbers)


@contextmanager
def _without_collections() -> Iterator[None]:
    """Pause the search for cycles: it would look at all rows again and again, and finds none."""
    paused = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if paused:
            gc.enable()


@cache
def _template(task: str) -> str:
    return read_id(task).template
