"""What a rollout watches: conditions on bodies, looked at after every step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, cast

from topple import _native
from topple.errors import BadInput
from topple.sim.scene import Polygon
from topple.sim.sim import Sim, Touching, clear_errors


class _Seen:
    """Asks the native core, so that a condition means the same in a rollout and on a `Sim`."""

    __slots__ = ()

    def __call__(self, sim: Sim) -> bool:
        with clear_errors():
            return Watcher(cast(Watched, self)).native().holds(sim._native)


@dataclass(frozen=True, slots=True)
class Near(_Seen):
    """Holds while the gap between two balls is smaller than `gap`."""

    first: int
    second: int
    gap: float


@dataclass(frozen=True, slots=True)
class Above(_Seen):
    """Holds while the box around one body lies above the box around another."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class LeftOf(_Seen):
    """Holds while the box around one body lies left of the box around another."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Inside(_Seen):
    """Holds while all of a body lies in a region, which moves with another body."""

    body: int
    holder: int
    region: Polygon


@dataclass(frozen=True, slots=True)
class Below(_Seen):
    """Holds while the centre of a body is lower than `y`."""

    body: int
    y: float


@dataclass(frozen=True, slots=True)
class Outside(_Seen):
    """Holds while the centre of a body is out of the scene."""

    body: int


Watched: TypeAlias = Touching | Near | Above | LeftOf | Inside | Below | Outside


@dataclass(frozen=True, slots=True)
class Watcher:
    """Is met once its condition has held for `hold` steps in a row.

    A negated one is met once the condition has failed for as long; `after_seen` counts only from
    when it first held, and one that never held is then met at the end. A body that has been
    removed touches nothing and lies nowhere.
    """

    condition: Watched
    hold: int = 1
    negate: bool = False
    after_seen: bool = False

    def native(self) -> _native.Watcher:
        """Give the watcher as the engine holds it."""
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
