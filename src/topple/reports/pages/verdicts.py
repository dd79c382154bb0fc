"""Which of two runs may be called better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TypeVar

from topple.reports.tables.groups import Group
from topple.reports.tables.pairs import Pair, have_common, pair

_MOST_PAIRS = 15
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A sentence about two runs; `clear` says that one of them is better."""

    clear: bool
    words: str
    note: str = ""


def verdicts(group: Group) -> list[Verdict]:
    """Compare every two agents with tasks in common; if there are many, only neighbours."""
    return [
        verdict(pair(a.run, b.run), a.label, b.label)
        for a, b in pairs_of(group.entries)
        if have_common(a.run, b.run)
    ]


def verdict(found: Pair, a: str, b: str) -> Verdict:
    """Put a comparison in words."""
    test, note = found.wilcoxon, ""
    if test and test.folds > 1:
        least = min(test.p_above, test.p_below)
        note = f"Wilcoxon over {test.folds} folds, one-sided: p = {least:.3g}."
    return Verdict(found.comparison.above != 0, found.comparison.verdict(a, b), note)


def pairs_of(entries: Sequence[T]) -> list[tuple[T, T]]:
    """Return every two rows of a table; if these are many, only neighbours."""
    every = list(combinations(entries, 2))
    return list(pairwise(entries)) if len(every) > _MOST_PAIRS else every
