"""Play timed calls on levels, one or a million at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from topple._native import rope as core
from topple.sim.checks import checked_stride, checked_threads, clear_errors, one_per_plan
from topple.tasks.outcome import Outcome
from topple.worlds.rope.calls import TICKS, Timed, Verb
from topple.worlds.rope.frame import Frame, frame_of
from topple.worlds.rope.level import Level

EVENTS = (
    *(verb.name for verb in list(Verb)[:6]),
    *("attach", "catch", "use_up", "star", "enter_hat", "leave_hat", "bounce", "merge"),
    *("eaten", "lost", "spiked", "sparked", "stolen", "timeout"),
)


class Ending(IntEnum):
    """How a game ended; `none` if it went on until the player's time was over."""

    none = 0
    eaten = 1
    lost = 2  # the candy left the board
    spiked = 3
    sparked = 4
    stolen = 5  # a crawler took the sweet
    timeout = 6


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, when, to which item and which candy (ids; 0 where none applies).

    `effect` is false for a call that changed nothing, such as a second cut of the same pin.
    """

    seconds: float
    what: str
    item: int
    candy: int
    effect: bool = True


@dataclass(frozen=True)
class Play:
    """A game that was played to its end."""

    level: Level
    native: core.Play

    @property
    def ending(self) -> Ending:
        return Ending(self.native.ending)

    @property
    def eaten(self) -> bool:
        return self.native.ending == Ending.eaten

    @property
    def steps(self) -> int:
        return self.native.steps

    @property
    def seconds(self) -> float:
        return self.native.steps / self.level.rate

    @property
    def stars(self) -> int:
        """The number of collected stars."""
        return self.native.stars.bit_count()

    @property
    def digest(self) -> str:
        return f"{self.native.digest:016x}"

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return events_of(self.level, self.native.events())

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The start, every `stride`-th step and the end; empty without a stride."""
        return tuple(frame_of(self.level, row) for row in self.native.frames().tolist())


def simulate(
    levels: Level | Sequence[Level],
    plans: Sequence[Sequence[Timed]],
    *,
    stride: int = 0,
    threads: int | None = None,
) -> list[Play]:
    """Play lists of timed calls on a thread pool.

    Give one level and many plans, or as many levels as plans. A game ends with its level, 10
    seconds after the last call, or at a call of `fail`.
    """
    several = one_per_plan(levels, Level, plans)
    with clear_errors():
        plays = core.play(
            [level.native for level in several],
            plans,
            checked_stride(stride),
            checked_threads(threads),
        )
    return [Play(level, play) for level, play in zip(several, plays, strict=True)]


def outcome_of(ending: Ending) -> Outcome:
    """Return the outcome of a game by its ending."""
    if ending is Ending.eaten:
        return Outcome.SOLVED
    return Outcome.UNSETTLED if ending is Ending.timeout else Outcome.MISSED


def step_at(seconds: float, rate: int) -> int:
    """Return the step at a time, which is rounded to ticks of 1/60 s."""
    return int(seconds * TICKS + 0.5) * (rate // TICKS)


def events_of(level: Level, rows: Sequence[tuple[int, int, int, int, bool]]) -> tuple[Event, ...]:
    """Return rows of the engine as events."""
    return tuple(
        Event(step / level.rate, EVENTS[what], item + 1, candy + 1, effect)
        for step, what, item, candy, effect in rows
    )
