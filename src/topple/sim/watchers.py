"""Conditions on bodies that a rollout checks after every step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, cast

from topple import _native
from topple.errors import BadInput
from topple.sim.checks import clear_errors
from topple.sim.scene import Polygon
from topple.sim.sim import Sim, Touching


class _Checked:
    """Evaluates in the native core, as a rollout does, so that both always agree."""

    __slots__ = ()

    def __call__(self, sim: Sim) -> bool:
        with clear_errors():
            return Watcher(cast(Watched, self)).native().holds(sim._native)


@dataclass(frozen=True, slots=True)
class Near(_Checked):
    """Holds while the gap between two balls is smaller than `gap`."""

    first: int
    second: int
    gap: float


@dataclass(frozen=True, slots=True)
class Above(_Checked):
    """Holds while the box around one body lies above the box around another."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class LeftOf(_Checked):
    """Holds while the box around one body lies left of the box around another."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Inside(_Checked):
    """Holds while all of a body lies in a region that moves with another body."""

    body: int
    holder: int
    region: Polygon


@dataclass(frozen=True, slots=True)
class Below(_Checked):
    """Holds while the centre of a body is lower than `y`."""

    body: int
    y: float


@dataclass(frozen=True, slots=True)
class Outside(_Checked):
    """Holds while the centre of a body is outside the scene."""

    body: int


Watched: TypeAlias = Touching | Near | Above | LeftOf | Inside | Below | Outside


@dataclass(frozen=True, slots=True)
class Watcher:
    """A condition to wait for; it is met after `hold` steps in a row on which it holds.

    With `negate` it is met after `hold` steps in a row on which the condition does not hold;
    `after_seen` then counts only after it has held once, and a condition that never holds is met
    at the end of the rollout. Conditions on a removed body never hold.
    """

    condition: Watched
    hold: int = 1
    negate: bool = False
    after_seen: bool = False

    def native(self) -> _native.Watcher:
        """Return the watcher of the native core."""
        value, region = 0.0, []
        match self.condition:
            case Touching(first, second):
                kind = 0
            case Near(first, second, value):
                kind = 1
            case Above(first, second):
                kind = 2
            case LeftOf(first, second):
                kind = 3
            case Inside(first, second, outline):
                kind, region = 4, list(outline.vertices)
            case Below(first, value):
                kind, second = 5, first
            case Outside(first):
                kind, second = 6, first
            case other:
                raise BadInput(f"a watcher has a condition, not {type(other).__name__}")
        return _native.Watcher(
            kind, first, second, value, self.hold, self.negate, self.after_seen, region
        )
