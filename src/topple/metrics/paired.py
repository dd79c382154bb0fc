"""Two players on the same items: the difference and its interval."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Floats, above, sample, two_sided_p
from topple.metrics.distinct import distinct


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean score of A minus that of B, item by item, clustered by template."""

    items: int
    templates: int
    a: float
    b: float
    value: float
    interval: tuple[float, float] | None
    p: float | None

    @property
    def above(self) -> int:
        """1 if A is above B, -1 if B is above A, 0 if the data cannot say."""
        return above(self.interval, self.templates)


def difference(a: Floats, b: Floats, template: NDArray[np.str_]) -> Difference:
    """Compare the scores of two players on the same items in the same order; more is better."""
    if not len(a) == len(b) == len(template):
        raise BadInput(f"{len(a)} items against {len(b)}: give the same items of both")
    if not len(a):
        raise BadInput("two players without an item in common cannot be compared")
    found = sample(a - b, template)
    return Difference(
        items=len(a),
        templates=len(distinct(template)),
        a=float(a.mean()),
        b=float(b.mean()),
        value=found.value,
        interval=found.interval,
        p=None if found.resamples is None else two_sided_p(found.resamples),
    )
