"""The action form of rope: one call per turn, such as `cut_pin(id=2)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from topple.errors import BadInput
from topple.prompting.answers import LONGEST
from topple.prompting.reader import NO_ACTION, Reading, Slot, Values
from topple.prompting.structured import Schema
from topple.prompting.turn_form import TurnForm
from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.rope.action_space import WAITS
from topple.worlds.rope.calls import (
    ARGUMENTS,
    ITEMS,
    LONGEST_SLEEP,
    MOST_TAPS,
    SHORTEST_SLEEP,
    Call,
    Timed,
    Verb,
    action_of,
    bent,
    offered,
    plan_of,
    refusal_of,
    sleep,
)
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.level import SECONDS, Level
from topple.worlds.rope.reading import read_call
from topple.worlds.rope.story import REASONS
from topple.worlds.rope.world import own_task

NAME = "calls"
TURNS = 10
# The verbs that random players choose from.
_CHOSEN = (
    Verb.cut_pin,
    Verb.cut_active_pin,
    Verb.pop_bubble,
    Verb.tap_air_cushion,
    Verb.cut_pulley,
)
_KEYS = {"id": "N", "times": "T", "position": "X", "seconds": "S"}
_MEANING = {
    Verb.cut_pin: "cuts all ropes of that pin.",
    Verb.cut_active_pin: "cuts the rope that this active pin has thrown.",
    Verb.pop_bubble: "pops that bubble if it carries candy.",
    Verb.tap_air_cushion: f"lets that cushion blow once, or up to {MOST_TAPS} times, 0.1 s apart.",
    Verb.move_pulley_to: "slides that pulley along its rail, to a position from 0 to 1; the labels "
    "0 and 1 mark its ends.",
    Verb.cut_pulley: "cuts all ropes of that pulley.",
    Verb.sleep: f"lets time pass, from {SHORTEST_SLEEP} to {LONGEST_SLEEP:g} s.",
    Verb.success: "says that nothing more needs to be done: time runs on without you.",
    Verb.fail: "gives up.",
}


@dataclass(frozen=True)
class Calls(TurnForm[RopeGame]):
    """One call. `level` is that of the task; a random player makes one of the calls `left`.

    A number out of range is refused, unless `bends`: DeepPHY's own program brings it into range.
    """

    name = NAME
    slots = (Slot("verb", "verb"), Slot("id", "id"), Slot("value", "value"))
    pattern = "[CALL]"
    example = (float(Verb.sleep), 0.0, 1.0)

    level: Level | None = None
    left: tuple[Values, ...] = ()
    bends: bool = False

    def fit(self, task: Task) -> Calls:
        return replace(self, level=own_task(task).level)

    def among(self, choices: Sequence[Values]) -> Calls:
        return replace(self, left=tuple(choices))

    def explained(self) -> tuple[str, ...]:
        verbs = list(_MEANING) if self.level is None else offered(self.level)
        return (
            *(f"{_signature(verb)} {_MEANING[verb]}" for verb in verbs),
            "N is the number on the label of an item.",
        )

    def read(self, answer: str) -> Reading:
        if len(answer) > LONGEST:
            return Reading(None, f"too_long: the answer has {len(answer):,} characters")
        call = read_call(answer)
        if isinstance(call, str):
            return Reading(None, NO_ACTION if call == "no_call" else f"{call}: {_UNREAD[call]}")
        return Reading(self._taken(call))

    structured_pattern = '{"call": NAME, "id": N, "value": V}'
    structured_notes = (
        "NAME is the name of the call, N its id, and V its times, position or seconds; write 0 for "
        "what a call does not take.",
    )

    def fields(self) -> dict[str, Schema]:
        verbs = list(_MEANING) if self.level is None else offered(self.level)
        names = {"type": "string", "enum": [verb.name for verb in verbs]}
        return {"call": names, "id": {"type": "integer"}, "value": {"type": "number"}}

    def structured(self, values: Sequence[float]) -> dict[str, Any]:
        call = call_of(values)
        return {"call": call.verb.name, "id": call.id, "value": call.value}

    def values_in(self, fields: Mapping[str, Any]) -> Values:
        verb = Verb[fields["call"]]
        takes = ARGUMENTS.get(verb, ())
        id = int(fields["id"]) if "id" in takes else 0
        value = float(fields["value"]) if {*takes} - {"id"} else 0.0
        return self._taken(Call(verb, id, value))

    def _taken(self, call: Call) -> Values:
        return values_of(bent(call) if self.bends else call)

    def refusal(self, values: Sequence[float]) -> str:
        call = call_of(values)
        longest = SECONDS if self.bends else LONGEST_SLEEP
        if call.verb is Verb.sleep and not SHORTEST_SLEEP <= call.value <= longest:
            return f"bad_seconds: give {SHORTEST_SLEEP} to {longest:g} s"
        if self.level is None:
            return ""
        why = refusal_of(call, self.level)
        return f"{why}: {REASONS[why]}" if why else ""

    def action(self, values: Sequence[float]) -> Action:
        return action_of([Timed(0.0, call_of(values))])

    def words(self, values: Sequence[float]) -> str:
        call = call_of(values)
        given = {"id": call.id, "times": call.value, "position": call.value, "seconds": call.value}
        names = ARGUMENTS.get(call.verb, ())
        return f"[{call.verb.name}({', '.join(f'{name}={given[name]:.10g}' for name in names)})]"

    def choices(self, game: RopeGame) -> Sequence[Values]:
        """Return cuts and taps that were not made yet, and bubbles that are there."""
        made = {(entry.call.verb, entry.call.id) for entry in game.calls}
        level, frame = game.task.level, game.frame()
        bubbles = {*frame.bubbles, *(candy.bubble for candy in frame.candies)}
        return [
            values_of(_once(verb, id))
            for verb in offered(level)
            if verb in _CHOSEN
            for id in range(1, len(getattr(level, ITEMS[verb])) + 1)
            if (id in bubbles if verb is Verb.pop_bubble else (verb, id) not in made)
        ]

    def sample(self, rng: np.random.Generator) -> Values:
        """Wait, or choose among cuts that are left, bubbles that are there and all cushions."""
        cuts = [call for call in map(call_of, self.left) if call.verb is not Verb.tap_air_cushion]
        cushions = len(self.level.cushions) if self.level else 0
        calls = [*cuts, *(_once(Verb.tap_air_cushion, i + 1) for i in range(cushions))]
        chosen = int(rng.integers(len(calls) + 1))
        return values_of(calls[chosen] if chosen < len(calls) else sleep(rng.uniform(*WAITS)))

    def mock(self, rng: np.random.Generator) -> str:
        """Choose as DeepPHY's random player does: never wait.

        That one gives up when nothing is left, but its game runs on, as here after `success`.
        """
        last = values_of(Call(Verb.success))
        chosen = self.left[int(rng.integers(len(self.left)))] if self.left else last
        return f"Action: {self.words(chosen)}"

    def constants(self, task: Task) -> Sequence[Values]:
        calls = [_once(verb, id) for verb in _CHOSEN for id in (1, 2, 3)]
        return [values_of(call) for call in (*calls, sleep(1.0))]

    def moves(self, action: Sequence[float]) -> list[Values]:
        """Write a plan as calls and the sleeps between them."""
        return [values_of(call) for call in _in_turns(plan_of(action))]

    def begin(self, task: Task) -> RopeGame:
        return RopeGame(own_task(task))

    def play(self, game: RopeGame, values: Values) -> None:
        """Make a call; the world stands still after the last one, until the attempt is played."""
        game.call(call_of(values))

    def turns(self, task: Task) -> int:
        return TURNS


_UNREAD = {
    "unknown_call": "there is no such call",
    "bad_arguments": "the call does not take these arguments",
    "missing_argument": "the call lacks an argument",
    "several_calls": "the answer states several calls",
}


def form(name: str) -> Calls:
    """Find the action form by name."""
    if name != NAME:
        raise BadInput(f"`{name[:40]}` is not an action form of rope", f"give {NAME}")
    return Calls()


def _once(verb: Verb, id: int) -> Call:
    """Return a call; a cushion is tapped once."""
    return Call(verb, id, 1.0 if verb is Verb.tap_air_cushion else 0.0)


def values_of(call: Call) -> Values:
    """Return a call as numbers."""
    return float(call.verb), float(call.id), float(call.value)


def call_of(values: Sequence[float]) -> Call:
    """Return numbers as a call."""
    verb, id, value = values
    return Call(Verb(int(verb)), int(id), value)


def _in_turns(plan: Sequence[Timed]) -> Iterator[Call]:
    """Yield calls with sleeps between them; those too close to each other come a little late."""
    now = 0.0
    for seconds, call in plan:
        if call.verb is Verb.sleep:
            continue
        while seconds - now >= SHORTEST_SLEEP / 2:
            pause = sleep(seconds - now)
            yield pause
            now += pause.value
        yield call
        now += call.duration


def _signature(verb: Verb) -> str:
    given = ", ".join(f"{name}={_KEYS[name]}" for name in ARGUMENTS.get(verb, ()))
    return f"{verb.name}({given})"
