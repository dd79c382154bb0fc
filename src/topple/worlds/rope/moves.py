"""Rope as a game: one call after another, and the world runs on a little after each."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.tasks.game import Game
from topple.tasks.moves import Kind, Move, Moves, Number, one_of
from topple.tasks.outcome import Outcome
from topple.worlds.rope.calls import (
    ITEMS,
    LONGEST_SLEEP,
    MOST_TAPS,
    NUMBERS,
    SHORTEST_SLEEP,
    Call,
    Timed,
    Verb,
    action_of,
    plan_of,
    refusal_of,
)
from topple.worlds.rope.features import vector
from topple.worlds.rope.frame import Frame
from topple.worlds.rope.game import Game as LevelGame
from topple.worlds.rope.level import Level
from topple.worlds.rope.observation import Observation
from topple.worlds.rope.simulate import Ending, outcome_of
from topple.worlds.rope.task import RopeTask

NOT_NOW = "not_now"  # a move has the present time
_HOLDERS = {Verb.cut_pin: "pin", Verb.cut_active_pin: "active_pin", Verb.cut_pulley: "pulley"}


class RopeGame(Game):
    """A level in play. A call for an item that is not there costs one of the ten calls."""

    width = NUMBERS
    refusals_cost = True

    def __init__(self, task: RopeTask, latency: float = 0.0) -> None:
        self.task: RopeTask = task
        self.game = LevelGame(task.level, latency)
        self._stopped = False

    @property
    def moves(self) -> list[float]:
        return list(action_of(self.game.calls))

    @moves.setter
    def moves(self, moves: list[float]) -> None:
        self._record = moves

    @property
    def outcome(self) -> Outcome | None:
        ended = self._stopped or self.game.over
        return outcome_of(self.game.ending) if ended else None

    @property
    def points(self) -> float:
        return float(self.game.stars if self.game.ending is Ending.eaten else 0)

    @property
    def seconds(self) -> float:
        return self.game.seconds

    def tally(self) -> dict[str, float]:
        return {**super().tally(), "stars": float(self.game.stars)}

    def legal(self) -> Moves:
        if self.over or not self.game.left:
            return ()
        found = things(self.task.level, self.game.frame())
        return tuple(_kind(verb, ids, self.seconds) for verb, ids in found.items())

    def call(self, move: Move) -> Call | None:
        """Return a move as a call; None if it is not one, or not at the present time."""
        try:
            ((time, call),) = plan_of(move)
        except (ValueError, OverflowError):
            return None
        return call if time == self.seconds and math.isfinite(call.value) else None

    def refusal(self, move: Move) -> str:
        call = self.call(move)
        if self.over or not self.game.left or call is None:
            return NOT_NOW
        return refusal_of(call, self.task.level)

    def fault(self, move: Move) -> str:
        if self.call(move) is not None:
            return ""
        return f"a policy makes one call now, by `move` of its observation, not {tuple(move)!s:.80}"

    def play(self, move: Move) -> None:
        call = self.call(move)
        if call is None:
            self.check(move)
        else:
            self.game.call(call)
            if not self.game.left:
                self.stop()

    def wait(self, seconds: float) -> None:
        if not self.over:
            self.game.call(Call(Verb.sleep, 0, seconds))

    def stop(self) -> None:
        if not self.over:
            self.game.run_on()
            self._stopped = True

    def views(self) -> Mapping[str, Callable[[], NDArray[Any]]]:
        return {"vector": lambda: vector(self.task.level, self.game.frame())}

    def see(self) -> Observation:
        return Observation(self.game)

    def spots(self) -> NDArray[np.float64]:
        from topple.worlds.rope.look.scene import Moment, scene

        now = Moment(self.game.frame(), self.game.events, self.game.ending)
        return scene(self.task.level).bodies(now)

    def digest(self) -> str:
        return self.game.digest()

    def save(self) -> bytes:
        return bytes([self._stopped]) + self.game.snapshot()

    def load(self, state: bytes) -> None:
        self._stopped, self.game = bool(state[0]), self.game.restore(state[1:])
        self.game.calls = [Timed(*each) for each in plan_of(self._record)]
        claims = [c.verb for _, c in self.game.calls if c.verb in (Verb.success, Verb.fail)]
        self.game.claim = claims[-1] if claims else None


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
