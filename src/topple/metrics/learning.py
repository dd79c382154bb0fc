"""Learning over attempts: whether success grows, and what changes after a failure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from topple.metrics.bootstrap import Estimate, Floats, estimate, estimate_of
from topple.tasks.actions import ActionSpace
from topple.tasks.attempt import Action, Attempt
from topple.tasks.outcome import Outcome

_CANDIDATES = 200  # random actions that say how far apart two of them are
_UNKNOWN = Estimate(float("nan"), None)


@dataclass(frozen=True, slots=True)
class Tried:
    """The counted attempts at one task, in order, and actions that are known to solve it."""

    template: str
    space: ActionSpace
    attempts: Sequence[Attempt]
    solutions: Sequence[Action] = ()


@dataclass(frozen=True, slots=True)
class Learning:
    """What a player makes of its failures; intervals resample templates.

    `slope` is by how much the success of an attempt grows per attempt, among tasks that are still
    open. The open ones become harder, so a player that learns nothing has a slope of 0 or below.
    The rest is about pairs of a failed action and the next one, `changes` in number: the share that
    is `repeated`; the `step` between them, 1 for two random actions; and the share that goes
    `towards` the nearest known solution. Random play goes towards it about every second time.
    """

    slope: Estimate
    changes: int
    repeated: Estimate
    step: Estimate
    towards: Estimate


def learning(tried: Iterable[Tried]) -> Learning:
    """Measure learning over the attempts of any player."""
    every = list(tried)
    moves = [pair for each in every for pair in _pairs(each)]
    aimed = [move for move in moves if move.towards is not None]
    return Learning(
        _slope(every),
        len(moves),
        _mean(moves, lambda move: float(move.step == 0)),
        _mean(moves, lambda move: move.step),
        _mean(aimed, lambda move: float(move.towards or 0)),
    )


def _slope(tried: Sequence[Tried]) -> Estimate:
    """Fit a line through success against the number of the attempt, over all attempts made."""
    sums: dict[str, Floats] = {}
    for each in tried:
        for x, attempt in enumerate(each.attempts, 1):
            y = float(attempt.outcome is Outcome.SOLVED)
            row = np.array([1.0, x, x * x, y, x * y])
            sums[each.template] = sums.get(each.template, 0.0) + row
    table = np.array(list(sums.values())).reshape(-1, 5)

    def fit(weights: Floats) -> Floats:
        count, x, xx, y, xy = (weights @ table).T
        spread = count * xx - x * x
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(spread > 0, (count * xy - x * y) / spread, np.nan)

    return estimate_of(fit, np.array(list(sums))) if sums else _UNKNOWN


@dataclass(frozen=True, slots=True)
class _Move:
    """The step from a failed action to the next one; `towards` is None without a solution."""

    template: str
    step: float
    towards: bool | None


def _pairs(tried: Tried) -> Iterable[_Move]:
    measure = _ruler(tried.space)
    actions = [whole_action(each) for each in tried.attempts]
    made = [tried.space.vector(action) if action else None for action in actions]
    solutions = [found for each in tried.solutions if (found := tried.space.vector(each))]
    for last, new in pairwise(made):
        if last is None or new is None:
            continue
        far = [min((measure(each, one) for one in solutions), default=None) for each in (last, new)]
        towards = None if far[0] is None or far[1] is None else far[1] < far[0]
        yield _Move(tried.template, measure(last, new), towards)


@lru_cache(maxsize=64)
def _ruler(space: ActionSpace) -> Callable[[Action, Action], float]:
    """Return what measures the distance of two actions; two random ones are 1 apart on average."""
    drawn = [space.vector(tuple(each)) for each in space.candidates(_CANDIDATES).tolist()]
    rows = np.array([each for each in drawn if each is not None])
    apart = np.abs(rows - np.roll(rows, 1, axis=0)).mean(axis=0)
    used = apart > 0
    scale = apart[used]

    def measure(a: Action, b: Action) -> float:
        return float((np.abs(np.array(a) - np.array(b))[used] / scale).mean())

    return measure


def _mean(moves: Sequence[_Move], value: Callable[[_Move], float]) -> Estimate:
    if not moves:
        return _UNKNOWN
    values: NDArray[np.float64] = np.array([value(move) for move in moves])
    return estimate(values, np.array([move.template for move in moves]))


def whole_action(attempt: Attempt) -> Action | None:
    """Return the action of an attempt; None if it has none, or one without some number."""
    numbers = tuple(number for number in attempt.action or () if number is not None)
    return numbers if numbers and len(numbers) == len(attempt.action or ()) else None


def group_attempts(
    attempts: Iterable[Attempt], uncounted: frozenset[Outcome]
) -> Mapping[tuple[int, str], list[Attempt]]:
    """Return the attempts that count by fold and task, in order."""
    found: dict[tuple[int, str], list[Attempt]] = {}
    for attempt in attempts:
        if attempt.outcome not in uncounted:
            found.setdefault((attempt.fold, attempt.task), []).append(attempt)
    return {key: sorted(own, key=lambda each: each.number) for key, own in found.items()}
