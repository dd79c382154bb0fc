"""Two runs side by side, on the tasks both have played."""

from __future__ import annotations

import contextlib
import re
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from topple.errors import BadInput, MissingExtra
from topple.metrics.compare import Comparison, compare
from topple.metrics.folds import Wilcoxon, wilcoxon
from topple.runs.load import Run
from topple.runs.settings import RunSettings

# These must be equal for a difference to mean anything.
_SAME = ("world", "world_version", "protocol", "protocol_version", "variant", "part", "uncounted")

_HISTORY = re.compile(r", history \w+")


@dataclass(frozen=True, slots=True)
class Pair:
    """A comparison; `left_out` counts the tasks that only A, and only B, has played."""

    comparison: Comparison
    wilcoxon: Wilcoxon | None
    left_out: tuple[int, int]
    by_folds: bool = False

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data, in points of 100."""
        return {
            **self.comparison.facts(),
            "left_out": list(self.left_out),
            "wilcoxon": asdict(self.wilcoxon) if self.wilcoxon else None,
        }


def pair(a: Run, b: Run) -> Pair:
    """Compare two runs of the same protocol.

    There is no Wilcoxon test without scipy, nor for metrics that do not use folds.
    """
    metric = a.metric
    check_same(a.settings, b.settings, metric.same_attempts)
    in_a, in_b = _find_shared(a, b)
    if not len(in_a):
        raise BadInput("the two runs have no task in common", "play the same folds with both")
    found = compare(a.counts.only(in_a), b.counts.only(in_b), metric)
    test = None
    by_folds = metric.by_folds and a.settings.of_people == b.settings.of_people
    if by_folds:
        with contextlib.suppress(MissingExtra):
            test = wilcoxon(np.array(found.a_folds), np.array(found.b_folds))
    left_out = len(a.results) - len(set(in_a)), len(b.results) - len(set(in_b))
    return Pair(found, test, left_out, by_folds)


def have_common(a: Run, b: Run) -> bool:
    """Return whether both runs have finished one and the same task."""
    return bool(_find_shared(a, b)[0])


def check_same(a: RunSettings, b: RunSettings, same_attempts: bool) -> None:
    """Refuse runs that differ in more than their agent."""
    for name in (*_SAME, "attempts") if same_attempts else _SAME:
        first, second = getattr(a, name), getattr(b, name)
        # People compare such runs to learn what a history of attempts is worth.
        if first != second and not (name == "variant" and differ_in_history(a, b)):
            raise BadInput(
                f"the runs differ in {name.replace('_', ' ')}: {_words(first)} against "
                f"{_words(second)}",
                _hint(name, a, b),
            )


def differ_in_history(a: RunSettings, b: RunSettings) -> bool:
    """Return whether two models are asked alike, but told different things of earlier attempts."""
    one, other = (_HISTORY.sub("", each.variant) for each in (a, b))
    return one == other and a.variant != b.variant


def _hint(name: str, a: RunSettings, b: RunSettings) -> str:
    if name == "attempts":
        return f"--attempts {min(a.attempts, b.attempts)} compares the first ones of both"
    return "only runs of one protocol, version and part can be compared"


def _words(value: object) -> str:
    if isinstance(value, frozenset):
        return ", ".join(sorted(map(str, value))) or "none"
    return f"`{value}`"


def _find_shared(a: Run, b: Run) -> tuple[list[int], list[int]]:
    """Return the rows, in each run, of the tasks that both have played to the end.

    Each person of a study is compared with what an agent did at the same task.
    """
    if b.settings.of_people and not a.settings.of_people:
        in_b, in_a = _find_shared(b, a)
        return in_a, in_b
    places, keys = _places(b), _places(a)
    if a.settings.of_people and not b.settings.of_people:
        first = {task: place for (_, task), place in reversed(places.items())}
        both = [(i, first[task]) for (_, task), i in keys.items() if task in first]
    else:
        both = [(i, places[key]) for key, i in keys.items() if key in places]
    return [i for i, _ in both], [j for _, j in both]


def _places(run: Run) -> dict[tuple[int, str], int]:
    """Return the rows of the tasks that were not cut short."""
    found, cut = run.results, run.cut
    keys = zip(found.fold.tolist(), found.task.tolist(), strict=True)
    return {key: i for i, key in enumerate(keys) if not cut[i]}
