"""Compare the futures of two simulations."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.sim import maths
from topple.sim.checks import checked_steps
from topple.sim.sim import Event, Sim


@dataclass(frozen=True, eq=False)
class Difference:
    """How two futures differ: `distances` is steps x bodies, NaN where one lacks the body.

    Row 0 is the present. `only_first` holds the first contact of each pair of bodies that
    touches in the first future and never in the second; `only_second` the other way round.
    """

    start: int
    parted: int | None  # the step after which they first differ
    distances: NDArray[np.float64]
    first_poses: NDArray[np.float64]
    second_poses: NDArray[np.float64]
    only_first: tuple[Event, ...]
    only_second: tuple[Event, ...]

    @property
    def largest(self) -> NDArray[np.float64]:
        """Return the largest distance of each body from its counterpart."""
        return np.asarray(np.fmax.reduce(self.distances, axis=0))


def compare(first: Sim, second: Sim, most_steps: int) -> Difference:
    """Run branches of both for `most_steps` steps and return how they differ."""
    if first.steps != second.steps:
        raise BadInput(
            f"one simulation is at step {first.steps}, the other at {second.steps}",
            "compare branches of one simulation, or bring both to the same step",
        )
    start, end = first.steps, first.steps + checked_steps(most_steps)
    sims = first.branch(), second.branch()
    touched = [set(sim.contacts()) for sim in sims]
    for sim in sims:
        sim.record_events(math.inf)

    parted, rows = None, []
    for step in range(start, end + 1):
        one, other = (sim.poses() for sim in sims)
        if parted is None and not np.array_equal(one, other, equal_nan=True):
            parted = step
        shared = min(len(one), len(other))
        rows.append(maths.lengths(*(one[:shared, :2] - other[:shared, :2]).T))
        if step < end:
            for sim in sims:
                sim.step()

    begun = [[event for event in sim.take_events() if event.kind == "begin"] for sim in sims]
    for pairs, events in zip(touched, begun, strict=True):
        pairs.update(map(_pair, events))
    return Difference(
        start,
        parted,
        np.array(rows),
        one,
        other,
        _first_of_pairs(begun[0], but_not=touched[1]),
        _first_of_pairs(begun[1], but_not=touched[0]),
    )


def _pair(event: Event) -> tuple[int, int]:
    return min(event.first, event.second), max(event.first, event.second)


def _first_of_pairs(events: Iterable[Event], but_not: set[tuple[int, int]]) -> tuple[Event, ...]:
    found: dict[tuple[int, int], Event] = {}
    for event in events:
        if _pair(event) not in but_not:
            found.setdefault(_pair(event), event)
    return tuple(found.values())
