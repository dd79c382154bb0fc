"""A scene in motion: step it, branch it, change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from topple import _native
from topple.errors import BadInput
from topple.sim.checks import checked_steps, clear_errors
from topple.sim.scene import Body, Scene

EventKind = Literal["begin", "end", "hit"]
_KINDS: tuple[EventKind, ...] = get_args(EventKind)


@dataclass(frozen=True, slots=True)
class Event:
    """A contact event between two bodies, in the step that follows `step` others."""

    step: int
    kind: EventKind
    first: int
    second: int
    impulse: float = 0.0


def named_events(rows: Iterable[tuple[int, int, int, int, float]]) -> list[Event]:
    """Return the rows of the engine as events."""
    return [
        Event(step, _KINDS[kind], first, second, impulse)
        for step, kind, first, second, impulse in rows
    ]


class Sim:
    """A scene in motion.

    Bodies have numbers: first those of the scene, then those added; removals do not change them.
    Lengths are in units of the scene, angles in radians, impulses in N s. Equal scenes and equal
    calls give equal bits.
    """

    def __init__(self, scene: Scene) -> None:
        with clear_errors():
            self._native = _native.Sim(_native.Scene.read(scene))
        self._least_impulse: float | None = None

    def __len__(self) -> int:
        """Return the number of bodies, including removed ones."""
        return len(self._native)

    @property
    def steps(self) -> int:
        """Number of steps since the start."""
        return self._native.steps

    @property
    def resting(self) -> bool:
        """Whether all bodies sleep, so that further steps change nothing."""
        return self._native.resting

    def step(self, count: int = 1) -> None:
        """Advance by this many steps."""
        count = checked_steps(count)
        with clear_errors():
            self._native.step(count)

    def run_until(self, condition: Condition, most_steps: int) -> bool:
        """Step until the condition holds; return False if `most_steps` steps do not suffice."""
        for _ in range(checked_steps(most_steps)):
            if condition(self):
                return True
            self.step()
        return condition(self)

    def poses(self) -> NDArray[np.float64]:
        """Return bodies x (x, y, angle); NaN for removed bodies."""
        return self._native.poses()

    def velocities(self) -> NDArray[np.float64]:
        """Return bodies x (x, y, angle) per second; NaN for removed bodies."""
        return self._native.velocities()

    def touching(self, first: int, second: int) -> bool:
        """Return whether two bodies are in contact."""
        with clear_errors():
            return self._native.touching(first, second)

    def contacts(self) -> list[tuple[int, int]]:
        """Return all pairs of bodies in contact, the lower number first."""
        return self._native.contacts()

    def add(self, body: Body) -> int:
        """Add a body and return its number."""
        with clear_errors():
            return self._native.add(body)

    def remove(self, body: int) -> None:
        """Remove a body and its joints; its number is not used again."""
        with clear_errors():
            self._native.remove(body)

    def joints(self) -> list[int]:
        """Return the numbers of the joints that still hold."""
        return self._native.joints()

    def cut(self, joint: int) -> None:
        """Remove a joint; its number is not used again."""
        with clear_errors():
            self._native.cut(joint)

    def push(self, body: int, impulse: tuple[float, float]) -> None:
        """Push a body at its centre of mass, in N s."""
        with clear_errors():
            self._native.push(body, *impulse)

    def place(self, body: int, x: float, y: float, angle: float) -> None:
        """Move a body to another pose; it keeps its velocity."""
        with clear_errors():
            self._native.place(body, x, y, angle)

    def record_events(self, least_impulse: float = 0.0) -> None:
        """Start to record contacts that begin and end, and hits of at least this impulse."""
        if not least_impulse >= 0:
            raise BadInput(f"a least impulse of {least_impulse} N s: give 0 or more")
        self._native.record_events(least_impulse)
        self._least_impulse = least_impulse

    def take_events(self) -> list[Event]:
        """Return the events recorded since the last call, in order."""
        return named_events(self._native.take_events())

    def digest(self) -> str:
        """Return 16 hex digits that depend on everything that the next steps depend on."""
        return f"{self._native.digest():016x}"

    def snapshot(self) -> bytes:
        """Return the whole state as bytes, solver caches included."""
        return self._native.snapshot()

    @classmethod
    def restore(cls, snapshot: bytes) -> Sim:
        """Return a simulation that continues from a snapshot with the same bits, without events.

        Damaged bytes are refused. Forged bytes are refused or run; they break nothing.
        """
        sim = cls.__new__(cls)
        with clear_errors():
            sim._native = _native.Sim.restore(snapshot)
        sim._least_impulse = None
        return sim

    def branch(self) -> Sim:
        """Return a second simulation in the same state; it records events if this one does."""
        twin = Sim.restore(self.snapshot())
        if self._least_impulse is not None:
            twin.record_events(self._least_impulse)
        return twin


Condition: TypeAlias = Callable[[Sim], bool]


@dataclass(frozen=True, slots=True)
class Touching:
    """Holds while two bodies are in contact."""

    first: int
    second: int

    def __call__(self, sim: Sim) -> bool:
        return sim.touching(self.first, self.second)


@dataclass(frozen=True, slots=True)
class Resting:
    """Holds once all bodies sleep."""

    def __call__(self, sim: Sim) -> bool:
        return sim.resting
