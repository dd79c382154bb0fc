"""What a submission claims: scores, intervals, outcomes and cost, as plain data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from topple.metrics.tally import OUTCOMES
from topple.runs.load import Run, load
from topple.runs.score import score

_DIGITS = 9  # another numpy may round the last digits of a mean differently


def claim(run: Run | Path) -> dict[str, Any]:
    """Compute the claim of a run from its attempts."""
    found = load(run) if isinstance(run, Path) else run
    results = found.results
    sums = results.outcomes.sum(axis=0).tolist()
    summary = score(found)
    data = {
        "protocol": found.settings.protocol,
        "agent": found.settings.agent,
        "score": summary.facts(),
        "by_template": {each.template: each.share for each in summary.by_template},
        "outcomes": {str(outcome): count for outcome, count in zip(OUTCOMES, sums, strict=True)},
        "attempts": sum(sums),
        "tasks": len(results),
        "steps": int(results.steps.sum()),
        "tokens": int(results.tokens.sum()),
        "cost_usd": float(results.cost_usd.sum()),
    }
    return dict(_round_all(json.loads(json.dumps(data))))


def _round_all(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _round_all(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_round_all(each) for each in value]
    return round(value, _DIGITS) if isinstance(value, float) else value
