"""One game, played call by call; the world stands still between calls."""

from __future__ import annotations

from topple._native import rope as core
from topple.errors import BadInput
from topple.sim.checks import clear_errors
from topple.worlds.rope.calls import (
    MOST_CALLS,
    RUN_ON,
    TAP_EVERY,
    TICKS,
    Call,
    Timed,
    Verb,
    refusal_of,
)
from topple.worlds.rope.frame import Frame, frame_of
from topple.worlds.rope.level import SECONDS, Level
from topple.worlds.rope.simulate import Ending, Event, events_of, step_at

LONGEST_LATENCY = 5.0  # seconds


def checked_latency(seconds: float) -> float:
    """Return the latency of a game; raise `BadInput` if it is out of range."""
    if not 0 <= seconds <= LONGEST_LATENCY:
        raise BadInput(
            f"the latency is {seconds} seconds", f"give 0 to {LONGEST_LATENCY:g} seconds"
        )
    return seconds


class Game:
    """A level in play. `calls` records what was done, for `simulate` to play again.

    `latency` is how many seconds pass before and after every call, as in a game that runs on while
    a player thinks; it is recorded as sleep.
    """

    def __init__(self, level: Level, latency: float = 0.0) -> None:
        self.level = level
        self.latency = latency
        self.native = core.Game(level.native)
        self.calls: list[Timed] = []
        self.claim: Verb | None = None  # `success` or `fail`, once said

    @property
    def seconds(self) -> float:
        return self.native.steps / self.level.rate

    @property
    def ending(self) -> Ending:
        return Ending(self.native.ending)

    @property
    def over(self) -> bool:
        return self.native.ending != Ending.none or self.claim is not None

    @property
    def left(self) -> int:
        """How many calls are left, not counting sleeps."""
        return MOST_CALLS - sum(entry.call.verb is not Verb.sleep for entry in self.calls)

    @property
    def stars(self) -> int:
        return self.native.stars.bit_count()

    @property
    def events(self) -> tuple[Event, ...]:
        return events_of(self.level, self.native.events())

    def frame(self) -> Frame:
        """Return the present moment."""
        return frame_of(self.level, self.native.row().tolist())

    def call(self, call: Call) -> str:
        """Carry out a call and let its time pass; return why it cannot be done, or ""."""
        if why := refusal_of(call, self.level):
            self._record(Call(Verb.invalid))
            return why
        if self.latency and call.verb is not Verb.sleep:
            self._wait(self.latency)
        self._record(call)
        if call.verb in (Verb.success, Verb.fail):
            self.claim = call.verb
            return ""
        start, duration = self.seconds, call.duration
        if call.verb < Verb.sleep:
            taps = int(call.value) if call.verb is Verb.tap_air_cushion else 1
            for tap in range(taps):
                self._run(start + tap * TAP_EVERY)
                self.native.act(int(call.verb), call.id - 1, call.value)
        self._run(start + duration)
        if self.latency and call.verb is not Verb.sleep:
            self._wait(self.latency)
        return ""

    def run_on(self) -> None:
        """Run the world untouched for 10 seconds after the last call, unless it was `fail`."""
        if self.claim is not Verb.fail:
            last = max([entry.end for entry in self.calls], default=0.0)
            self._run(min(SECONDS, last + RUN_ON))

    def digest(self) -> str:
        """Return a hash of the state, as 16 hex digits."""
        return f"{self.native.digest():016x}"

    def copy(self) -> Game:
        """Return a game that continues from here on its own, bit for bit."""
        twin = Game.__new__(Game)
        twin.level, twin.latency, twin.claim = self.level, self.latency, self.claim
        twin.native, twin.calls = self.native.copy(), list(self.calls)
        return twin

    def snapshot(self) -> bytes:
        """Return the state as bytes, from which any process can continue."""
        return self.native.snapshot()

    def restore(self, snapshot: bytes) -> Game:
        """Return a game of this level that continues from a snapshot, bit for bit."""
        twin = Game(self.level, self.latency)
        with clear_errors():
            twin.native = core.Game.restore(self.level.native, snapshot)
        return twin

    def _wait(self, seconds: float) -> None:
        self._record(Call(Verb.sleep, 0, seconds))
        self._run(self.seconds + seconds)

    def _record(self, call: Call) -> None:
        """Add a call to the record; consecutive sleeps become one."""
        seconds = round(self.seconds * TICKS) / TICKS
        if call.verb is Verb.sleep and self.calls and self.calls[-1].call.verb is Verb.sleep:
            start = self.calls[-1].seconds
            call = Call(Verb.sleep, 0, min(SECONDS, seconds + call.value - start))
            self.calls[-1] = Timed(start, call)
        else:
            self.calls.append(Timed(seconds, call))

    def _run(self, seconds: float) -> None:
        self.native.step_to(step_at(seconds, self.level.rate))
