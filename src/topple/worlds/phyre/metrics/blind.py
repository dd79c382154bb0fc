"""Rules that see no picture: what counts, lengths and places alone tell about the right answer.

Each rule is the best of its kind in hindsight, on the items that a run has answered. A rule far
above chance means that these items can be answered without looking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.metrics.calibration import auroc
from topple.worlds.phyre.physiq.items import Item, Kind
from topple.worlds.phyre.physiq.proposal import Grade

_SLOTS = range(1, len(Grade) + 1)


def blind(kind: Kind, items: Sequence[Item]) -> dict[str, float]:
    """Return the score of each rule: accuracy, area under the ROC curve, or first choices."""
    if not items or kind is Kind.INSERTION:
        return {}
    if kind is Kind.RANKING:
        return _first_choices(items)
    truth = np.array([item.truth is True for item in items])
    score = _rank_pairs if kind is Kind.CONFIDENCE else _halve
    found = {name: score(truth, np.array(values)) for name, values in _numbers(items).items()}
    return {name: value for name, value in found.items() if not np.isnan(value)}


def _numbers(items: Sequence[Item]) -> dict[str, list[float]]:
    placed = [item.pictures[-1].balls for item in items]
    return {
        "number of balls": [item.balls for item in items],
        "length of text": [sum(len(said.text) for said in item.messages) for item in items],
        "ball's x": [balls[0][0] for balls in placed],
        "ball's y": [balls[0][1] for balls in placed],
        "largest radius": [max(ball[2] for ball in balls) for balls in placed],
    }


def _halve(truth: NDArray[np.bool_], values: NDArray[np.float64]) -> float:
    """Answer yes above the median, or below it, whichever is right more often."""
    middle = np.median(values)
    shares = [float(np.mean(truth == above)) for above in (values > middle, values >= middle)]
    return max(*shares, *(1 - share for share in shares))


def _rank_pairs(truth: NDArray[np.bool_], values: NDArray[np.float64]) -> float:
    area = float(auroc(truth, values.astype(np.float64))[0])
    return max(area, 1 - area)


def _first_choices(items: Sequence[Item]) -> dict[str, float]:
    """Choose one place for all items, one per number of balls, or the largest or smallest ball."""
    won = [(item.balls, item.grades.index(Grade.CORRECT) + 1) for item in items]
    by_balls = {
        balls: Counter(place for own, place in won if own == balls) for balls in {b for b, _ in won}
    }
    largest, smallest = zip(*(_largest_and_smallest(item) for item in items), strict=True)
    places = [place for _, place in won]
    return {
        "place": max(places.count(slot) for slot in _SLOTS) / len(items),
        "place by number of balls": sum(max(c.values()) for c in by_balls.values()) / len(items),
        "largest ball": float(np.mean(np.equal(largest, places))),
        "smallest ball": float(np.mean(np.equal(smallest, places))),
    }


def _largest_and_smallest(item: Item) -> tuple[int, int]:
    """Return the places of the largest and of the smallest ball that is shown."""
    sizes = [max(ball[2] for ball in shown.balls) for shown in item.pictures[-len(Grade) :]]
    return sizes.index(max(sizes)) + 1, sizes.index(min(sizes)) + 1
