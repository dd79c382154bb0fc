"""Published figures that stand beside those of runs; those of DeepPHY's models are stored here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Original:
    """Published figures of an agent in the original engine: value and sd over folds.

    Shares are in points, numbers of attempts as they are. `attempts` is how many a figure is over,
    unless its title says so; 0 for as many as the protocol allows.
    """

    agent: str
    figures: Mapping[str, tuple[float, float | None]]
    source: str = ""
    attempts: int = 0

    def facts(self) -> dict[str, object]:
        """Return what stands in a report."""
        return {"agent": self.agent, "figures": self.figures, "source": self.source}

    def within(self, attempts: int) -> Original | None:
        """Return the figures that a run with so many attempts also has; None if there are none."""
        if self.attempts in (0, attempts):
            return self
        marked = {k: v for k, v in self.figures.items() if k in _marks(attempts)}
        return replace(self, figures=marked) if marked else None


def _marks(attempts: int) -> set[str]:
    """Return the titles of figures that say over how many attempts they are, at most so many."""
    return {f"@{mark}" for mark in range(1, attempts + 1)}


_PUBLISHED = Path(__file__).with_name("deepphy.json")
_ANY = ""  # rows that are published without their prompt variant


def load_published(protocol: str, variant: str) -> tuple[Original, ...]:
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
