"""Runs as pandas tables."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from itertools import islice
from sys import intern
from typing import TYPE_CHECKING, Any

import numpy as np

from topple.errors import MissingExtra
from topple.tasks.attempt import Attempt
from topple.worlds import read_id

if TYPE_CHECKING:
    import pandas as pd

# Columns of numbers, kept in the words of the machine; values of other columns are Python objects.
_WORDS = dict.fromkeys(("fold", "attempt", "steps", "tokens"), "q") | dict.fromkeys(
    ("wall_ms", "cost_usd", "points"), "d"
)
_NAMES = (
    *("fold", "task", "template", "attempt", "outcome", "action", "steps", "digest", "note"),
    *("wall_ms", "think_ms", "asked", "tokens", "cost_usd", "points"),
)
_AT_ONCE = 10_000  # attempts turned into columns; more would need more memory


def attempts_frame(attempts: Iterable[Attempt]) -> pd.DataFrame:
    """Return one row per attempt; raise `MissingExtra` without pandas."""
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtra("A table of a run", "pandas") from error
    return pd.DataFrame(_columns(attempts))


def _columns(attempts: Iterable[Attempt]) -> dict[str, Any]:
    """Return the values of each column. Equal names of tasks share memory."""
    columns: dict[str, Any] = {n: array(_WORDS[n]) if n in _WORDS else [] for n in _NAMES}
    rest = iter(attempts)
    while chunk := list(islice(rest, _AT_ONCE)):
        found: dict[str, Any] = dict(zip(Attempt._fields, zip(*chunk, strict=True), strict=True))
        found["task"] = [intern(task) for task in found["task"]]
        found["template"] = map(_template, found["task"])
        found["attempt"] = found.pop("number")
        found["outcome"] = map(str, found["outcome"])
        for name in _NAMES:
            columns[name].extend(found[name])
    return {name: np.asarray(c) if name in _WORDS else c for name, c in columns.items()}


@cache
def _template(task: str) -> str:
    return read_id(task).template
