"""Published DeepPHY results of models, by protocol and prompt variant."""

from __future__ import annotations

import json
from pathlib import Path

from topple.metrics.original import Original

_PUBLISHED = Path(__file__).with_name("deepphy.json")
_ANY = ""  # rows that are published without their prompt variant


def published(protocol: str, variant: str) -> tuple[Original, ...]:
    """Return the published results of a prompt variant, the best first.

    Their source also states what they measure and how that differs from runs here. A figure named
    `fold N` is the score of one fold.
    """
    known = json.loads(_PUBLISHED.read_bytes())
    own = known["protocols"].get(protocol, {"rows": {}})
    rows = own["rows"].get(variant, own["rows"].get(_ANY, {}))
    found = [
        Original(
            model,
            {title: (value, None) for title, value in zip(own["figures"], row, strict=True)},
            f"{known['source']}: {own['differs']}",
        )
        for model, row in rows.items()
    ]
    return tuple(sorted(found, key=lambda row: -row.figures[own["ranked_by"]][0]))
