"""Two runs of questions compared on the items both have answered."""

from __future__ import annotations

import numpy as np

from topple.errors import BadInput
from topple.metrics.compare import compare_means
from topple.physiq.items import Kind
from topple.physiq.reports.figures import earned
from topple.physiq.reports.load import Answers
from topple.reports.tables.pairs import Pair, check_same

_TITLES = {
    Kind.SANITY: "accuracy",
    Kind.CONFIDENCE: "negated Brier score",
    Kind.YESNO: "accuracy",
    Kind.RANKING: "first choice",
    Kind.INSERTION: "success",
}


def pair(a: Answers, b: Answers) -> Pair:
    """Compare two runs of a set, item by item; items without an answer are left out."""
    check_same(a.settings, b.settings, same_attempts=True)
    first, second = earned(a), earned(b)
    shared = [item for item in a.items if item.id in first and item.id in second]
    if not shared:
        raise BadInput("the two runs have no item in common", "ask both the same items")
    found = compare_means(
        _TITLES[a.kind],
        np.array([first[item.id] for item in shared]),
        np.array([second[item.id] for item in shared]),
        np.array([item.template for item in shared]),
    )
    return Pair(found, None, (len(first) - len(shared), len(second) - len(shared)))
