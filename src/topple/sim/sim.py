"""A scene in motion: step it, branch it, change it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar, cast, get_args

import numpy as np
from numpy.typing import NDArray

from topple import _native
from topple.errors import BadAction, BadInput, BadScene, EngineFault
from topple.sim.scene import Body, Scene

MOST_STEPS = 1_000_000
MOST_STRIDE = 1_000_000
L = TypeVar("L")

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


@contextmanager
def clear_errors() -> Iterator[None]:
    """Turn errors of the native core into errors of Topple."""
    try:
        yield
    except _native.SceneError as error:
        raise BadScene(str(error)) from error
    except _native.EngineError as error:
        raise EngineFault(str(error)) from error
    except (AttributeError, OverflowError, RuntimeError, TypeError) as error:
        # A value has the wrong type, or a number does not fit into the engine's.
        raise BadScene(f"not what the engine takes: {error}") from error


def checked_steps(steps: int) -> int:
    """Return the number of steps; raise `BadInput` if it is out of range."""
    if 0 <= steps <= MOST_STEPS and steps == int(steps):
        return int(steps)
    raise BadInput(f"{steps} steps: give a whole number from 0 to {MOST_STEPS}")


def checked_stride(stride: int) -> int:
    """Return the number of steps between two records; raise `BadInput` if it is out of range."""
    if 0 <= stride <= MOST_STRIDE:
        return stride
    raise BadInput(f"the stride is {stride}", f"give 0 to {MOST_STRIDE} steps")


def one_per_plan(levels: L | Sequence[L], kind: type[L], plans: Sequence[object]) -> list[L]:
    """Return a level for each plan: the same for all, or those given, if they are as many."""
    found = [levels] * len(plans) if isinstance(levels, kind) else list(cast(Sequence[L], levels))
    if len(found) == len(plans):
        return found
    raise BadAction(
        f"{len(found)} levels, but {len(plans)} plans", "give one level, or one per plan"
    )


def checked_threads(threads: int | None) -> int:
    """Return the number of threads, by default one per core; raise `BadInput` if out of range."""
    if threads is None:
        return os.cpu_count() or 1
    if not 1 <= threads <= 1024:
        raise BadInput(f"{threads} threads: give 1 to 1024")
    return threads
