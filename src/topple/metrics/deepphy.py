"""Published DeepPHY results of models on PHYRE, by prompt variant."""

from __future__ import annotations

import json
from pathlib import Path

from topple.metrics.metric import Original

_PUBLISHED = Path(__file__).with_name("deepphy.json")
_RANKS = "@10"


def published(protocol: str, variant: str) -> tuple[Original, ...]:
    """Return the published results of a prompt variant, the best first."""
    known = json.loads(_PUBLISHED.read_bytes())
    rows = known.get(protocol, {}).get(variant, {})
    found = [
        Original(
            model,
            {title: (value, None) for title, value in zip(known["figures"], row, strict=True)},
            known["source"],
        )
        for model, row in rows.items()
    ]
    return tuple(sorted(found, key=lambda row: -row.figures[_RANKS][0]))
