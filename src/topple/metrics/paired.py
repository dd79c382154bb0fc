"""Two players on the same items: the difference, its interval and what may be said of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import FEW_TEMPLATES, ROUNDING, Clusters, Floats, two_sided_p


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean score of A less that of B, item by item, clustered by template."""

    items: int
    templates: int
    a: float
    b: float
    value: float
    interval: tuple[float, float] | None
    p: float | None

    @property
    def above(self) -> int:
        """1 if A is above B, -1 if B is above A, 0 if they cannot be told apart."""
        if self.interval is None or self.templates < FEW_TEMPLATES:
            return 0
        low, high = self.interval
        return int(low > ROUNDING) - int(high < -ROUNDING)


def difference(a: Floats, b: Floats, template: NDArray[np.str_]) -> Difference:
    """Compare scores of two players on the same items in the same order; more is better."""
    if not len(a) == len(b) == len(template):
        raise BadInput(f"{len(a)} items against {len(b)}: give the same items of both")
    if not len(a):
        raise BadInput("two players without an item in common cannot be compared")
    clusters = Clusters.of(a - b, template)
    found = clusters.interval()
    return Difference(
        items=len(a),
        templates=len(clusters.counts),
        a=float(a.mean()),
        b=float(b.mean()),
        value=float(clusters.means()[0]),
        interval=None if found is None else (float(found[0, 0]), float(found[1, 0])),
        p=None if found is None else two_sided_p(clusters.resampled()[:, 0]),
    )
