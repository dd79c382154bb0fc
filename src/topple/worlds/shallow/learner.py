"""Boosted stumps in whole numbers: a learner that finds shortcuts, with equal bits everywhere.

A case is a question with the features of its options; a statement that is true or false has one
option. Every option is a row, right or not. Each round asks the one question "is this feature at
least so large?" that explains most of what is left of the squared error (Friedman 2001), and a part
of the answer is added to the scores. How many rounds help is decided on groups of training cases
that are left out, so that a set without shortcuts is answered by a constant. All numbers are whole:
sums of whole numbers are equal in every order, and nothing rounds differently on another machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SCALE = 1 << 12  # the score of a right row; that of a wrong one is 0
ROUNDS = 64
FOLDS = 4
_PART = 8  # an eighth of what a stump explains is added
_CUTS = 8  # questions per feature
_LEAST = 50  # either answer of a question holds for a row in so many
_ABSENT = -(1 << 62)  # below every value

Features = Mapping[str, int]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Case:
    """The features of all options, which one is right, and what the case is alike with.

    A statement has one option, and `right` is 0 if it is true, else -1. Cases of one `group` never
    stand on both sides when rounds are chosen.
    """

    options: Sequence[Features]
    right: int
    group: str


@dataclass(frozen=True, slots=True)
class Stump:
    """Adds `low` to a score, or `high` where a feature is at least `cut`."""

    feature: str
    cut: int
    low: int
    high: int

    def add(self, option: Features) -> int:
        """Return what is added to the score of an option."""
        return self.high if option.get(self.feature, _ABSENT) >= self.cut else self.low


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was learnt: a share of right rows to start from, and stumps."""

    start: int
    stumps: Sequence[Stump]

    def score(self, option: Features) -> int:
        """Return how right an option looks, about 0 to `SCALE`."""
        return self.start + sum(stump.add(option) for stump in self.stumps)

    def choose(self, options: Sequence[Features]) -> int:
        """Return the number of the option that looks best, the first of equal ones."""
        scores = list(map(self.score, options))
        return scores.index(max(scores))


def strongest(learnt: Iterable[Learnt], count: int) -> list[str]:
    """Return the features that move scores most, over all stumps."""
    moves: Counter[str] = Counter()
    for each in learnt:
        for stump in each.stumps:
            moves[stump.feature] += abs(stump.high - stump.low)
    return sorted(moves, key=lambda name: (-moves[name], name))[:count]


def learn(cases: Sequence[Case]) -> Learnt:
    """Learn from training cases, with as many rounds as help on groups that are left out."""
    table = _Table.of(cases)
    every = np.ones(len(table.right), np.bool_)
    groups = sorted(set(table.group))
    losses = np.zeros(ROUNDS + 1, np.int64)
    for fold in range(min(FOLDS, len(groups)) if len(groups) > 1 else 0):
        out = np.isin(table.group, groups[fold::FOLDS])
        losses += table.fit(~out, out, ROUNDS)[2]
    start, stumps, _ = table.fit(every, every, int(losses.argmin()))
    return Learnt(start, stumps)


@dataclass(frozen=True, eq=False, slots=True)
class _Table:
    """The rows of all cases, and the answers to all questions about them: questions x rows."""

    right: Numbers
    group: NDArray[np.str_]
    questions: Sequence[tuple[str, int]]
    yes: Numbers

    @classmethod
    def of(cls, cases: Sequence[Case]) -> _Table:
        rows = [option for case in cases for option in case.options]
        right = [i == case.right for case in cases for i in range(len(case.options))]
        group = [case.group for case in cases for _ in case.options]
        names = sorted({name for row in rows for name in row})
        values = np.array([[row.get(n, _ABSENT) for row in rows] for n in names], np.int64)
        questions: list[tuple[str, int]] = []
        yes: list[Numbers] = []
        for name, own in zip(names, values.reshape(len(names), len(rows)), strict=True):
            for cut in _cuts(own):
                questions.append((name, cut))
                yes.append((own >= cut).astype(np.int64))
        answers = np.array(yes, np.int64).reshape(len(questions), len(rows))
        return cls(SCALE * np.array(right, np.int64), np.array(group), questions, answers)

    def fit(
        self, on: NDArray[np.bool_], off: NDArray[np.bool_], rounds: int
    ) -> tuple[int, list[Stump], Numbers]:
        """Fit stumps to some rows; also return the squared error on others after each round."""
        yes, other = np.ascontiguousarray(self.yes[:, on]), self.yes[:, off]
        high = yes.sum(axis=1)
        low = yes.shape[1] - high
        usable = np.minimum(high, low) * _LEAST >= yes.shape[1]
        start = int(self.right[on].sum()) // max(1, yes.shape[1])
        left, left_off = self.right[on] - start, self.right[off] - start
        stumps: list[Stump] = []
        losses = [int((left_off**2).sum())]
        for _ in range(rounds if usable.any() else 0):
            sums = yes @ left  # of whole numbers: numpy does not use linear algebra for these
            rest = int(left.sum()) - sums
            gains = sums**2 // np.maximum(high, 1) + rest**2 // np.maximum(low, 1)
            best = int(np.where(usable, gains, -1).argmax())
            steps = [int(s[best]) // (int(n[best]) * _PART) for s, n in ((rest, low), (sums, high))]
            stumps.append(Stump(*self.questions[best], *steps))
            left = left - np.where(yes[best], steps[1], steps[0])
            left_off = left_off - np.where(other[best], steps[1], steps[0])
            losses.append(int((left_off**2).sum()))
        losses += losses[-1:] * (ROUNDS + 1 - len(losses))
        return start, stumps, np.array(losses, np.int64)


def _cuts(values: Numbers) -> list[int]:
    """Return up to `_CUTS` values that part the different ones evenly."""
    different = np.unique(values)
    places = {i * len(different) // (_CUTS + 1) for i in range(1, _CUTS + 1)} - {0}
    return [int(different[place]) for place in sorted(places)]
