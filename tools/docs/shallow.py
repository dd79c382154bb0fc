"""What the shallow player gets beside chance, in words."""

from __future__ import annotations

from collections.abc import Iterable

from topple.metrics.bootstrap import LEAST_TEMPLATES, Estimate
from topple.worlds.shallow.learner import Learnt, strongest

_NAMED = 3  # features


def verdict(found: Estimate, chance: float, clusters: int) -> str:
    """Return in words whether chance is inside the interval of a score."""
    if clusters < LEAST_TEMPLATES:
        return "too few templates to say"
    low, high = found.interval or (found.value, found.value)  # all templates came out alike
    if low > chance:
        return "above chance: features alone tell a part"
    return "below chance" if high < chance else "inside chance's interval"


def by_what(learnt: Iterable[Learnt]) -> str:
    """Name the features that move its answers most."""
    names = strongest(learnt, _NAMED)
    return "; ".join(names) if names else "none: a constant does as well"
