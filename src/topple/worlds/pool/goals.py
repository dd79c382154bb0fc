"""Goals of puzzles: conditions on what a shot did. A goal is met if all its conditions hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.sim import maths
from topple.worlds.pool.events import FOOT_RAIL, POCKET_WORDS, POCKETS
from topple.worlds.pool.simulate import Facts
from topple.worlds.pool.table import CUE, RADIUS

Bools = NDArray[np.bool_]


class Condition(ABC):
    """A statement about a shot."""

    @abstractmethod
    def holds(self, facts: Facts) -> Bools:
        """Return whether it holds, for each shot."""

    @property
    @abstractmethod
    def words(self) -> str:
        """The condition as the end of a sentence that begins with "it must be that"."""


Goal = tuple[Condition, ...]


def met(goal: Goal, facts: Facts) -> Bools:
    """Return whether each shot meets a goal."""
    return np.asarray(np.all([condition.holds(facts) for condition in goal], axis=0))


def in_words(goal: Sequence[Condition]) -> str:
    """Return the conditions as one sentence without its first capital and full stop."""
    return ", ".join(condition.words for condition in goal)


@dataclass(frozen=True, slots=True)
class Pots(Condition):
    """A ball falls, into a certain pocket if one is named."""

    ball: int
    pocket: str = ""

    def holds(self, facts: Facts) -> Bools:
        fell = facts.pocket[:, self.ball]
        return np.asarray(fell == POCKETS.index(self.pocket) if self.pocket else fell >= 0)

    @property
    def words(self) -> str:
        where = f"the {POCKET_WORDS[self.pocket]} pocket" if self.pocket else "any pocket"
        return f"ball {self.ball} falls into {where}"


@dataclass(frozen=True, slots=True)
class PotsAny(Condition):
    """At least one numbered ball falls."""

    def holds(self, facts: Facts) -> Bools:
        return np.asarray((facts.pocket[:, CUE + 1 :] >= 0).any(axis=1))

    @property
    def words(self) -> str:
        return "at least one numbered ball falls"


@dataclass(frozen=True, slots=True)
class PotsNothing(Condition):
    """No ball falls."""

    def holds(self, facts: Facts) -> Bools:
        return np.asarray((facts.pocket < 0).all(axis=1))

    @property
    def words(self) -> str:
        return "no ball falls"


@dataclass(frozen=True, slots=True)
class KeepsCue(Condition):
    """The cue ball stays on the table."""

    def holds(self, facts: Facts) -> Bools:
        return facts.pocket[:, CUE] < 0

    @property
    def words(self) -> str:
        return "the cue ball stays on the table"


@dataclass(frozen=True, slots=True)
class Banks(Condition):
    """A ball touches at least one rail."""

    ball: int

    def holds(self, facts: Facts) -> Bools:
        return facts.rails[:, self.ball] >= 1

    @property
    def words(self) -> str:
        return f"ball {self.ball} touches a rail before"


@dataclass(frozen=True, slots=True)
class HitsFirst(Condition):
    """The cue ball meets this ball first, off at least so many rails."""

    ball: int
    rails: int = 0

    def holds(self, facts: Facts) -> Bools:
        return np.asarray((facts.hit[:, 0] == self.ball) & (facts.rails_before[:, 0] >= self.rails))

    @property
    def words(self) -> str:
        return f"the cue ball meets ball {self.ball} first{_after(self.rails)}"


@dataclass(frozen=True, slots=True)
class HitsBoth(Condition):
    """The cue ball meets two balls, the second off at least so many rails in all."""

    rails: int

    def holds(self, facts: Facts) -> Bools:
        return (facts.hit[:, 1] >= 0) & (facts.rails_before[:, 1] >= self.rails)

    @property
    def words(self) -> str:
        return f"the cue ball meets both other balls, the second{_after(self.rails)}"


@dataclass(frozen=True, slots=True)
class Stops(Condition):
    """A ball comes to rest with its centre inside a disc."""

    ball: int
    x: float
    y: float
    radius: float

    def holds(self, facts: Facts) -> Bools:
        x, y = facts.x[:, self.ball] - self.x, facts.y[:, self.ball] - self.y
        return np.asarray(maths.lengths(x, y) <= self.radius)

    @property
    def words(self) -> str:
        name = f"ball {self.ball}" if self.ball else "the cue ball"
        return f"{name} stops inside the marked disc"


@dataclass(frozen=True, slots=True)
class StopsAtContact(Condition):
    """The cue ball stops near the place where it met the first ball."""

    within: float

    def holds(self, facts: Facts) -> Bools:
        off = maths.lengths(
            facts.x[:, CUE] - facts.hit_place[:, 0], facts.y[:, CUE] - facts.hit_place[:, 1]
        )
        return np.asarray((facts.hit[:, 0] >= 0) & (off <= self.within))

    @property
    def words(self) -> str:
        return (
            f"the cue ball stops within {100 * self.within:g} cm of the place where it meets a ball"
        )


@dataclass(frozen=True, slots=True)
class ComesBack(Condition):
    """The cue ball stops at least so far back from where it met a ball, towards its start."""

    distance: float

    def holds(self, facts: Facts) -> Bools:
        back = facts.start[:, CUE] - facts.hit_place
        length = maths.lengths(back[:, 0], back[:, 1])
        moved = np.column_stack([facts.x[:, CUE], facts.y[:, CUE]]) - facts.hit_place
        along = np.divide(
            maths.dots(moved, back), length, out=np.zeros(len(facts)), where=length > 0
        )
        return np.asarray((facts.hit[:, 0] >= 0) & (along >= self.distance))

    @property
    def words(self) -> str:
        return f"the cue ball comes back at least {100 * self.distance:g} cm towards its start"


@dataclass(frozen=True, slots=True)
class Lags(Condition):
    """The cue ball touches the foot rail once and no other, and stops near the head rail."""

    within: float

    def holds(self, facts: Facts) -> Bools:
        once = (facts.rails[:, CUE] == 1) & (facts.first_rail[:, CUE] == FOOT_RAIL)
        return np.asarray(once & (facts.y[:, CUE] <= RADIUS + self.within))

    @property
    def words(self) -> str:
        return (
            "the cue ball touches the foot rail once and no other rail, and stops within "
            f"{100 * self.within:g} cm of the head rail"
        )


def _after(rails: int) -> str:
    if not rails:
        return ""
    return f", after at least {rails} rail{'s' if rails > 1 else ''}"
