"""Rope as a game: one call after another, and the world runs on a little after each."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple._native import rope as core
from topple.errors import BadInput
from topple.sim.checks import clear_errors
from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves, Number, one_of
from topple.tasks.outcome import Outcome
from topple.worlds.rope.calls import (
    ITEMS,
    LONGEST_SLEEP,
    MOST_CALLS,
    MOST_TAPS,
    NUMBERS,
    RUN_ON,
    SHORTEST_SLEEP,
    TAP_EVERY,
    TICKS,
    Call,
    Timed,
    Verb,
    action_of,
    plan_of,
    refusal_of,
)
from topple.worlds.rope.features import vector
from topple.worlds.rope.frame import Frame, frame_of
from topple.worlds.rope.level import SECONDS, Level
from topple.worlds.rope.observation import Observation
from topple.worlds.rope.simulate import Ending, Event, events_of, outcome_of, step_at
from topple.worlds.rope.task import RopeTask

NOT_NOW = "not_now"  # a move has the present time
_HOLDERS = {Verb.cut_pin: "pin", Verb.cut_active_pin: "active_pin", Verb.cut_pulley: "pulley"}
_CLAIMS = {float(verb): verb for verb in (Verb.success, Verb.fail)}
LONGEST_LATENCY = 5.0  # seconds


def checked_latency(seconds: float) -> float:
    """Return the latency of a game; raise `BadInput` if it is out of range."""
    if not 0 <= seconds <= LONGEST_LATENCY:
        raise BadInput(
            f"the latency is {seconds} seconds", f"give 0 to {LONGEST_LATENCY:g} seconds"
        )
    return seconds


class RopeGame(Game):
    """A level in play: call by call, and the world runs on a little after each.

    A call for an item that is not there costs one of the ten calls. `latency` is how many seconds
    pass before and after every call, as in a game that runs on while a player thinks; it is
    recorded as sleep.
    """

    width = NUMBERS
    task: RopeTask
    refusals_cost = True

    def __init__(self, task: RopeTask, latency: float = 0.0) -> None:
        super().__init__(task)
        self.latency = latency
        self.native = core.Game(task.level.native)
        self._stopped = False

    @property
    def level(self) -> Level:
        return self.task.level

    @property
    def outcome(self) -> Outcome | None:
        ended = self._stopped or self.native.ending != Ending.none or self.claim is not None
        return outcome_of(self.ending) if ended else None

    @property
    def ending(self) -> Ending:
        return Ending(self.native.ending)

    @property
    def claim(self) -> Verb | None:
        """`success` or `fail`, once said: no other call follows it."""
        return _CLAIMS.get(self.moves[1 - NUMBERS]) if self.moves else None

    @property
    def points(self) -> float:
        return float(self.stars if self.ending is Ending.eaten else 0)

    @property
    def stars(self) -> int:
        return self.native.stars.bit_count()

    @property
    def steps(self) -> int:
        return self.native.steps

    @property
    def seconds(self) -> float:
        return self.native.steps / self.level.rate

    @property
    def calls(self) -> list[Timed]:
        """What was done so far, for `simulate` to play again."""
        return plan_of(self.moves)

    @property
    def left(self) -> int:
        """How many calls are left, not counting sleeps."""
        verbs = self.moves[1::NUMBERS]
        return MOST_CALLS - len(verbs) + verbs.count(Verb.sleep)

    @property
    def events(self) -> tuple[Event, ...]:
        return events_of(self.level, self.native.events())

    def tally(self) -> dict[str, float]:
        return {**super().tally(), "stars": float(self.stars)}

    def legal(self) -> Moves:
        if self.over or not self.left:
            return ()
        found = things(self.level, self.frame())
        return tuple(_kind(verb, ids, self.seconds) for verb, ids in found.items())

    def call_of(self, move: Move) -> Call | None:
        """Return a move as a call; None if it is not one, or not at the present time."""
        try:
            ((time, call),) = plan_of(move)
        except (ValueError, OverflowError):
            return None
        return call if time == self.seconds and math.isfinite(call.value) else None

    def refusal(self, move: Move) -> str:
        call = self.call_of(move)
        if self.over or not self.left or call is None:
            return NOT_NOW
        return refusal_of(call, self.level)

    def fault(self, move: Move) -> str:
        if self.call_of(move) is not None:
            return ""
        return f"a policy makes one call now, by `move` of its observation, not {tuple(move)!s:.80}"

    def make(self, move: Move) -> None:
        call = self.call_of(move)
        if call is None:
            self.check(move)
        else:
            self.call(call)
            if not self.left:
                self.finish()

    def call(self, call: Call) -> str:
        """Carry out a call and let its time pass; return why it cannot be done, or ""."""
        if why := refusal_of(call, self.level):
            self._record(Call(Verb.invalid))
            return why
        if self.latency and call.verb is not Verb.sleep:
            self._sleep(self.latency)
        self._record(call)
        if call.verb in (Verb.success, Verb.fail):
            return ""
        start = self.seconds
        if call.verb < Verb.sleep:
            taps = int(call.value) if call.verb is Verb.tap_air_cushion else 1
            for tap in range(taps):
                self._run(start + tap * TAP_EVERY)
                self.native.act(int(call.verb), call.id - 1, call.value)
        self._run(start + call.duration)
        if self.latency and call.verb is not Verb.sleep:
            self._sleep(self.latency)
        return ""

    def let_pass(self, seconds: float) -> None:
        if not self.over:
            self.call(Call(Verb.sleep, 0, seconds))

    def finish(self) -> None:
        """Run the world untouched for 10 seconds after the last call."""
        if not self.over:
            last = max([entry.end for entry in self.calls], default=0.0)
            self._run(min(SECONDS, last + RUN_ON))
            self._stopped = True

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {"vector": lambda: vector(self.level, self.frame())}

    def see(self) -> Observation:
        return Observation(self)

    def frame(self) -> Frame:
        """Return the present moment."""
        return frame_of(self.level, self.native.row().tolist())

    def spots(self) -> NDArray[np.float64]:
        from topple.worlds.rope.look.scene import Moment, scene

        return scene(self.level).bodies(Moment(self.frame(), self.events, self.ending))

    def digest(self) -> str:
        return f"{self.native.digest():016x}"

    def save(self) -> bytes:
        return bytes([self._stopped]) + self.native.snapshot()

    def load(self, state: bytes) -> None:
        self._stopped = bool(state[0])
        with clear_errors():
            self.native = core.Game.restore(self.level.native, state[1:])

    def _sleep(self, seconds: float) -> None:
        self._record(Call(Verb.sleep, 0, seconds))
        self._run(self.seconds + seconds)

    def _record(self, call: Call) -> None:
        """Add a call to the moves; consecutive sleeps become one."""
        now = round(self.seconds * TICKS) / TICKS
        if call.verb is Verb.sleep and self.moves and self.moves[1 - NUMBERS] == Verb.sleep:
            self.moves[-1] = min(SECONDS, now + call.value - self.moves[-NUMBERS])
        else:
            self.moves += action_of([Timed(now, call)])

    def _run(self, seconds: float) -> None:
        self.native.step_to(step_at(seconds, self.level.rate))


def things(level: Level, frame: Frame) -> dict[Verb, list[int]]:
    """Return the verbs that have an effect now, each with the ids of its items."""
    held = {(rope.kind, rope.id) for rope in frame.ropes}
    found: dict[Verb, list[int]] = {}
    for verb, kind in ITEMS.items():
        ids = range(1, len(getattr(level, kind)) + 1)
        if verb in _HOLDERS:
            found[verb] = [id for id in ids if (_HOLDERS[verb], id) in held]
        elif verb is Verb.pop_bubble:
            found[verb] = sorted({candy.bubble for candy in frame.candies} & {*ids})
        else:
            found[verb] = list(ids)
    there = {verb: ids for verb, ids in found.items() if ids}
    return {**there, Verb.sleep: [0], Verb.success: [0], Verb.fail: [0]}


def _kind(verb: Verb, ids: list[int], seconds: float) -> Kind:
    values = {
        Verb.tap_air_cushion: Number("times", 1, MOST_TAPS, whole=True),
        Verb.move_pulley_to: Number("position", 0, 1),
        Verb.sleep: Number("seconds", SHORTEST_SLEEP, LONGEST_SLEEP),
    }
    return Kind(
        verb.name,
        (
            one_of("time", [seconds]),
            one_of("verb", [verb]),
            one_of("id", ids),
            values.get(verb, one_of("value", [0])),
        ),
    )
