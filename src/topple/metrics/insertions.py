"""Placements attempt by attempt: wins, errors and recovery from errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.bootstrap import Estimate, Floats
from topple.metrics.survival import attempts_to_success

WIN = "win"
RAN = (WIN, "stop", "time_limit")  # the simulation was run
ERRORS = ("overlap", "out_of_bounds", "radius_range", "format_error")
STATUSES = (*RAN, *ERRORS)


@dataclass(frozen=True, slots=True)
class Inserted:
    """Results of conversations, each a list of statuses up to its last attempt.

    `solved` is the share won within each number of attempts, `statuses` counts them by attempt.
    `valid` is the share of attempts that were simulated, `recovery` the same share among attempts
    after an error, and `repeats` the share of further attempts that repeat an earlier one.
    """

    items: int
    solved: dict[int, Estimate]
    statuses: tuple[Counter[str], ...]
    valid: float
    recovery: float | None
    repeats: float | None


def insert(
    statuses: Sequence[Sequence[str]],
    repeated: Sequence[Sequence[bool]],
    template: NDArray[np.str_],
    attempts: int,
) -> Inserted:
    """Score conversations; `repeated` marks the attempts that repeat an earlier one."""
    if not len(statuses) == len(repeated) == len(template):
        raise BadInput(f"{len(template)} items, but {len(statuses)} conversations")
    if not len(statuses):
        raise BadInput("no items, no score")
    every = [status for row in statuses for status in row]
    unknown = set(every) - set(STATUSES)
    if unknown:
        raise BadInput(f"no status named `{min(unknown)}`", f"known are {', '.join(STATUSES)}")
    after = [now for row in statuses for then, now in pairwise(row) if then in ERRORS]
    again = [each for row in repeated for each in row[1:]]
    # A conversation that a fault cut short counts for the attempts it had.
    made = np.array([len(row) for row in statuses], np.int64)
    won = attempts_to_success(won_at(statuses).astype(np.int64), made, template, attempts)
    return Inserted(
        items=len(statuses),
        solved=dict(enumerate(won.solved_by, 1)),
        statuses=tuple(
            Counter(row[k] for row in statuses if len(row) > k) for k in range(attempts)
        ),
        valid=sum(status in RAN for status in every) / max(1, len(every)),
        recovery=sum(status in RAN for status in after) / len(after) if after else None,
        repeats=sum(again) / len(again) if again else None,
    )


def won_at(statuses: Sequence[Sequence[str]]) -> Floats:
    """Return the number of the attempt that won, 0 if none did."""
    return np.array(
        [row.index(WIN) + 1 if WIN in row else 0 for row in map(list, statuses)], np.float64
    )
