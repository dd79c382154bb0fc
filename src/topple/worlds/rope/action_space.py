"""The actions of rope tasks: plans of timed calls, four numbers each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from topple.errors import UnknownName
from topple.tasks.actions import PAPER, ActionSpace, read_plan
from topple.tasks.attempt import Action
from topple.tasks.draw import normals
from topple.worlds.rope.calls import (
    MOST_CALLS,
    MOST_ENTRIES,
    NUMBERS,
    TICKS,
    Call,
    Timed,
    Verb,
    action_of,
    plan_of,
)
from topple.worlds.rope.level import SECONDS

WAITS = (0.2, 2.1)  # seconds that a random player waits
POSITIONS = (0.0, 0.25, 0.5, 0.75, 1.0)  # places to which a random player moves a pulley
_CANDIDATES_SEED = 21
_HINT = "give four numbers per call: seconds, verb, id and value"


@dataclass(frozen=True)
class Plans(ActionSpace):
    """Plans over the items of a level, by their counts."""

    policies = True
    pins: int
    active_pins: int
    bubbles: int
    cushions: int
    pulleys: int

    @property
    def name(self) -> str:
        counts = (self.pins, self.active_pins, self.bubbles, self.cushions, self.pulleys)
        return f"plan-{'-'.join(map(str, counts))}"

    @property
    def dimensions(self) -> int:
        return NUMBERS * MOST_ENTRIES

    def sample(self, rng: np.random.Generator) -> Action:
        """Draw ten steps, each a wait or a call; cuts are made once."""
        return action_of(self._draw(rng, waits=True))

    def sample_from(self, ranges: str, rng: np.random.Generator) -> Action:
        """Draw a plan as a random player does; `paper` never waits, as the original's."""
        if ranges not in RANGES:
            raise UnknownName("ranges", ranges, known=RANGES)
        return RANGES[ranges](self, rng)

    def near(self, action: Action, rng: np.random.Generator, spread: float) -> Action:
        """Move the times of a plan slightly."""
        return action_of(
            Timed(
                tick(min(max(entry.seconds + spread * normals(rng, 1)[0], 0.0), SECONDS)),
                entry.call,
            )
            for entry in plan_of(action)
        )

    def candidates(self, count: int) -> NDArray[np.float64]:
        """Return the first plans of a fixed random list, filled up with sleeps after the last."""
        return _candidates(self, count)

    def one(self, action: object) -> Action:
        """Return numbers as a plan; raise `BadAction` if they are not one."""
        return read_plan(action, NUMBERS, MOST_ENTRIES, "calls", _HINT)

    def calls(self) -> list[Call]:
        """Return every call that can be made, with one tap and a few positions of pulleys."""
        return list(_calls(self))

    def _draw(self, rng: np.random.Generator, *, waits: bool) -> list[Timed]:
        left, seconds, plan = self.calls(), 0.0, list[Timed]()
        for _ in range(MOST_CALLS):
            chosen = int(rng.integers(len(left) + waits)) if left or waits else -1
            if chosen == -1:
                break
            if chosen == len(left):
                seconds = tick(seconds + rng.uniform(*WAITS))
                continue
            call = left[chosen]
            plan.append(Timed(seconds, call))
            seconds = tick(seconds + call.duration)
            if call.verb in _ONCE or (not waits and call.verb is Verb.tap_air_cushion):
                left.pop(chosen)
        return plan


@lru_cache(maxsize=1024)
def _calls(space: Plans) -> tuple[Call, ...]:
    return (
        *(Call(Verb.cut_pin, i + 1) for i in range(space.pins)),
        *(Call(Verb.cut_active_pin, i + 1) for i in range(space.active_pins)),
        *(Call(Verb.pop_bubble, i + 1) for i in range(space.bubbles)),
        *(Call(Verb.tap_air_cushion, i + 1, 1.0) for i in range(space.cushions)),
        *(Call(Verb.cut_pulley, i + 1) for i in range(space.pulleys)),
        *(
            Call(Verb.move_pulley_to, i + 1, position)
            for i in range(space.pulleys)
            for position in POSITIONS
        ),
    )


_ONCE = (Verb.cut_pin, Verb.cut_active_pin, Verb.cut_pulley)


def _as_published(space: Plans, rng: np.random.Generator) -> Action:
    """Choose among cuts and taps not yet made and all bubbles, without waiting."""
    return action_of(space._draw(rng, waits=False))


def _waiting(space: Plans, rng: np.random.Generator) -> Action:
    return space.sample(rng)


RANGES: dict[str, Callable[[Plans, np.random.Generator], Action]] = {
    PAPER: _as_published,
    "waiting": _waiting,
}


def tick(seconds: float) -> float:
    """Round a time to 1/60 s."""
    return round(seconds * TICKS) / TICKS


@lru_cache(maxsize=64)
def _candidates(space: Plans, count: int) -> NDArray[np.float64]:
    rng = np.random.Generator(np.random.Philox(key=_CANDIDATES_SEED))
    plans = np.zeros((count, space.dimensions))
    for row in plans:
        action = space.sample(rng)
        row[: len(action)] = action
        # A sleep at the start has no effect on a plan.
        row[len(action) :].reshape(-1, NUMBERS)[:] = 0.0, Verb.sleep, 0.0, 1.0
    plans.flags.writeable = False
    return plans
