"""Score a run by the metric of its protocol."""

from __future__ import annotations

from pathlib import Path

from topple.errors import BadInput
from topple.metrics.metric import Summary
from topple.runs.faults import first_cause
from topple.runs.load import Run, load

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
