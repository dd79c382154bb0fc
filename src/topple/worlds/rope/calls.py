"""Calls: what a player does, now or at a time.

An action is a list of timed calls, four numbers each: seconds, verb, id and value. The value is the
number of taps, the position of a pulley or the seconds of a sleep. `sleep` and the claims `success`
and `fail` are part of the record, so that it can be played again: the world runs on for 10 seconds
after the last call, and stops at `fail`. `invalid` stands for a call that could not be carried out:
it takes a step of the player and no time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from topple.tasks.attempt import Action
from topple.worlds.rope.level import SECONDS, Level

TICKS = 60  # moments per second at which a call may take place
MOST_CALLS = 10  # calls per attempt, not counting sleeps
MOST_ENTRIES = (
    2 * MOST_CALLS + 1
)  # entries of a plan: a sleep before every call, and one at the end
NUMBERS = 4  # numbers of a timed call

TAP_EVERY = 0.1  # seconds between repeated taps
AFTER = 0.2  # seconds that the world runs after a call
RUN_ON = 10.0  # seconds that it runs after the last one
MOST_TAPS = 5
DEEPPHY = "deepphy-rope"  # the protocol that keeps the rule of DeepPHY's program; see `bent`
SHORTEST_SLEEP, LONGEST_SLEEP = 0.1, 10.0


class Verb(IntEnum):
    """What a call does; the first six change the world and have the engine's numbers."""

    cut_pin = 0
    cut_active_pin = 1
    pop_bubble = 2
    tap_air_cushion = 3
    move_pulley_to = 4
    cut_pulley = 5
    sleep = 6
    success = 7
    fail = 8
    invalid = 9


_VERBS: dict[float, Verb] = {float(verb): verb for verb in Verb}
_AT_ONCE = frozenset((Verb.success, Verb.fail, Verb.invalid))

# The list of a level that holds the items of a verb.
ITEMS = {
    Verb.cut_pin: "pins",
    Verb.cut_active_pin: "active_pins",
    Verb.pop_bubble: "bubbles",
    Verb.tap_air_cushion: "cushions",
    Verb.move_pulley_to: "pulleys",
    Verb.cut_pulley: "pulleys",
}

# The names of the arguments, in order; those of a verb that is missing are none.
ARGUMENTS = {
    Verb.cut_pin: ("id",),
    Verb.cut_active_pin: ("id",),
    Verb.pop_bubble: ("id",),
    Verb.tap_air_cushion: ("id", "times"),
    Verb.move_pulley_to: ("id", "position"),
    Verb.cut_pulley: ("id",),
    Verb.sleep: ("seconds",),
}


# Which values a verb takes, and what is wrong with others; all other verbs take any.
_VALUES: dict[Verb, tuple[Callable[[float], bool], str]] = {
    Verb.tap_air_cushion: (lambda taps: taps in range(1, MOST_TAPS + 1), "bad_times"),
    Verb.move_pulley_to: (lambda position: 0 <= position <= 1, "bad_position"),
    Verb.sleep: (lambda seconds: 0 < seconds <= SECONDS, "bad_seconds"),
}
_ANY: tuple[Callable[[float], bool], str] = (lambda value: True, "")


class Call(NamedTuple):
    """A call; `id` is 0 where the verb has none."""

    verb: Verb
    id: int = 0
    value: float = 0.0

    @property
    def duration(self) -> float:
        """How many seconds the world runs before the player may act again."""
        if self.verb in _AT_ONCE:
            return 0.0
        if self.verb is Verb.sleep:
            return self.value
        if self.verb is Verb.tap_air_cushion:
            return (self.value - 1) * TAP_EVERY + AFTER
        return AFTER

    def __str__(self) -> str:
        if self.verb is Verb.sleep:
            return f"sleep({self.value:g})"
        values = [f"{self.id}", f"{self.value:g}"][: len(ARGUMENTS.get(self.verb, ()))]
        return f"{self.verb.name}({', '.join(values)})"


class Timed(NamedTuple):
    """A call at a time in seconds."""

    seconds: float
    call: Call

    @property
    def end(self) -> float:
        return self.seconds + self.call.duration


def sleep(seconds: float, longest: float = LONGEST_SLEEP) -> Call:
    """Return a sleep, rounded to ticks and to the shortest and longest that there is."""
    rounded = math.floor(seconds * TICKS + 0.5) / TICKS
    return Call(Verb.sleep, 0, min(max(rounded, SHORTEST_SLEEP), longest))


def bent(call: Call) -> Call:
    """Return a call whose number is brought into range, as DeepPHY's program does.

    It taps 1 to 5 times, whatever was asked for, and sleeps for any time. Here a game has an end,
    and time has ticks.
    """
    if call.verb is Verb.tap_air_cushion:
        return call._replace(value=float(min(max(int(call.value), 1), MOST_TAPS)))
    if call.verb is Verb.sleep:
        return sleep(call.value, float(SECONDS))
    return call


def offered(level: Level) -> list[Verb]:
    """Return the verbs for which a level has items, then those that are always there."""
    own = [verb for verb, kind in ITEMS.items() if getattr(level, kind)]
    return [*own, Verb.sleep, Verb.success, Verb.fail]


def refusal_of(call: Call, level: Level) -> str:
    """Return why a call cannot be carried out; "" if it can."""
    return _refusal(call.verb, call.id, call.value, level)


def _refusal(verb: Verb, id: int, value: float, level: Level) -> str:
    if (kind := ITEMS.get(verb)) and not 1 <= id <= len(getattr(level, kind)):
        return f"unknown_{kind.removesuffix('s')}"
    fits, why = _VALUES.get(verb, _ANY)
    return "" if fits(value) else why


def plan_of(action: Sequence[float]) -> list[Timed]:
    """Return the timed calls of an action; raise `ValueError` if a verb or id is none."""
    rows = zip(*_columns(action), strict=True)
    try:
        return [
            Timed(seconds, Call(_VERBS[verb], int(id), value)) for seconds, verb, id, value in rows
        ]
    except KeyError as error:
        raise ValueError(f"there is no verb {error}") from error


def action_of(plan: Iterable[Timed]) -> Action:
    """Return timed calls as an action."""
    numbers: list[float] = []
    for seconds, (verb, id, value) in plan:
        numbers += (float(seconds), float(verb), float(id), float(value))
    return tuple(numbers)


def refusal(action: Sequence[float], level: Level) -> str:
    """Return why an action is invalid for a level; "" if it is not."""
    if len(action) % NUMBERS or not all(map(math.isfinite, action)):
        return "not_a_plan"
    times, verbs, ids, values = _columns(action)
    if not _VERBS.keys() >= set(verbs):
        return "unknown_verb"
    if len(verbs) > MOST_ENTRIES or len(verbs) - verbs.count(Verb.sleep) > MOST_CALLS:
        return "too_many_calls"
    if times and not 0 <= min(times) <= max(times) <= SECONDS:
        return "bad_time"
    calls = zip(verbs, ids, values, strict=True)
    refused = (_refusal(_VERBS[verb], int(id), value, level) for verb, id, value in calls)
    return next(filter(None, refused), "")


def _columns(action: Sequence[float]) -> tuple[Sequence[float], ...]:
    """Return the times, verbs, ids and values of an action."""
    return tuple(action[i::NUMBERS] for i in range(NUMBERS))
