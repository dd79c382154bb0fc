"""Runs as pandas tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from topple.errors import MissingExtra
from topple.tasks.attempt import Attempt
from topple.worlds import read_id

if TYPE_CHECKING:
    import pandas as pd


def attempts_frame(attempts: Iterable[Attempt]) -> pd.DataFrame:
    """Return one row per attempt; raise `MissingExtra` without pandas."""
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtra("A table of a run", "pandas") from error
    return pd.DataFrame([_row(attempt) for attempt in attempts])


def _row(attempt: Attempt) -> dict[str, Any]:
    found = attempt._asdict()
    number, outcome = found.pop("number"), str(found.pop("outcome"))
    template = read_id(attempt.task).template
    head = {"fold": found.pop("fold"), "task": found.pop("task"), "template": template}
    return {**head, "attempt": number, "outcome": outcome, **found}
