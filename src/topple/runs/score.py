"""Score a run by the metric of its protocol; say why attempts failed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from topple.errors import BadInput
from topple.metrics.metric import Summary
from topple.runs.folder import ATTEMPTS
from topple.runs.load import Run, load
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

CONTINUE = "run the same `topple eval` command again to continue"


def score(run: Run | Path | str) -> Summary:
    """Score a run, loaded or by its folder; refuse one that has nothing to score.

    The result holds the score with its interval (`headline`), the other numbers of its row
    (`figures`), the templates (`by_template`) and everything as plain data (`facts()`).
    """
    found = run if isinstance(run, Run) else load(run)
    if not len(found.results):
        raise BadInput(f"{found.folder} holds no attempt yet", CONTINUE)
    if found.settings.asked and not found.results.counted.any():
        why = first_cause(found.folder)
        raise BadInput(
            f"every attempt of {found.folder} failed by a provider's fault ({why})", CONTINUE
        )
    return found.metric.score(found.counts)


_MARK = f'"{Outcome.FAILED}"'.encode()


def count_causes(folder: Path) -> Counter[str]:
    """Count the notes of failed attempts, in the order in which they first occurred."""
    found: Counter[str] = Counter()
    path = folder / ATTEMPTS
    if not path.exists():
        return found
    with path.open("rb") as lines:
        for line in lines:
            if _MARK not in line:
                continue
            try:
                attempt = Attempt.from_line(line)
            except BadInput:
                continue
            if attempt.outcome is Outcome.FAILED:
                found[attempt.note or "no cause was recorded"] += 1
    return found


def first_cause(folder: Path) -> str:
    """Return the first cause of failed attempts in words, with its count; empty without one."""
    found = count_causes(folder)
    if not found:
        return ""
    note, count = next(iter(found.items()))
    return f"{count:,} of {found.total():,} failures: {note}"
