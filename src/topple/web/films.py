"""Films for the browser: a film is a function of a task and the plan so far, and of nothing else.

The browser plays the film. A gesture makes the plan longer, and the film of the new plan goes on
from that moment, so the server keeps no state.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from topple.draw import STRIDE
from topple.draw.look import NO_SPOTS, Recording, Window
from topple.draw.player.pack import pack
from topple.errors import BadAction, BadInput, UnknownName
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task, TaskId
from topple.worlds import parts, world, world_names
from topple.worlds.gestures import Done, Gesture, Turn

MOST_NUMBERS = 4096  # numbers per plan
AHEAD = 1.0  # seconds of the future in a piece of a film
_CLOSE = 1e-6  # seconds between moments that are the same


@lru_cache(maxsize=1024)
def find(text: str) -> Task:
    """Find a certified task by its id, or any of a template from outside; files are not read."""
    wanted = TaskId.parse(text)
    if wanted.world not in world_names():
        raise UnknownName("world", wanted.world, world_names())
    own = world(wanted.world)
    known_templates = own.known_templates()
    template = known_templates.get(wanted.template)
    if template is None:
        raise UnknownName("template", wanted.template, known_templates)
    served = wanted.index in own.served(template) or template.name not in own.templates()
    if not served or wanted.version not in (0, template.version):
        known = f"`topple list {own.name} {template.name}` shows those that can be played"
        raise BadInput(f"there is no certified task `{text[:80]}`", known)
    return own.task(str(own.id_of(template, wanted.index)))


def goal(task: Task) -> str:
    """Return what must happen, in the sentence that models get; no hint how to bring it about."""
    own = world(task.id.world)
    words = parts.voice(own).describe(task, None).goal if parts.has(own, "models") else own.caption
    return words[:1].upper() + words[1:]


def ratio(task: Task) -> float:
    """Return how wide the picture is, as a share of its height."""
    _, _, width, height = _window(str(task))
    return width / height


def length(task: Task) -> float:
    """Return how long an attempt runs in which nothing is done, in seconds."""
    return float(_record(task, ()).seconds[-1])


def how(task: Task) -> str:
    """Return in one sentence how to move."""
    return parts.player(world(task.id.world)).how(task)


def meanings(task: Task) -> list[str]:
    """Return what things mean and which rules hold, as models read it."""
    own = world(task.id.world)
    if not parts.has(own, "models"):
        return []
    told, rules = parts.voice(own).describe(task, None), parts.player(own).rules(task)
    return [
        each[:1].upper() + each[1:]
        for each in (*told.legend, *(told.rules if rules is None else rules))
    ]


def read_plan(task: Task, given: object) -> Action:
    """Return numbers from outside as a plan; raise an error if they cannot be one."""
    plan = read_numbers(given)
    return task.actions.one(list(plan)) if plan else ()


def read_numbers(given: object) -> tuple[float, ...]:
    """Return a list of finite numbers from outside."""
    if not isinstance(given, list) or len(given) > MOST_NUMBERS:
        raise BadInput("not a list of numbers", f"give at most {MOST_NUMBERS}")
    return tuple(_number(each) for each in given)


def read_done(given: object) -> Done:
    """Return a gesture from outside."""
    if not isinstance(given, dict) or not isinstance(given.get("name"), str):
        raise BadInput("a gesture has a name, numbers and a moment")
    return Done(
        given["name"], read_numbers(given.get("numbers", [])), _number(given.get("at", 0.0))
    )


def shown(task: Task, plan: Action) -> Mapping[str, Any]:
    """Return the film of a plan and what a person can do in it."""
    return _show(str(task), plan)


def piece(
    task: Task, plan: Action, made: float, now: float, *, to_the_end: bool = False
) -> Mapping[str, Any]:
    """Return the film until shortly after now, where the last gesture was `made` at a moment.

    It goes on for as long as a person can do something; its last second is shown only if it may
    go on `to_the_end`, and once there is nothing to do, all of it is. `now` is the moment until
    which time has then passed: what was seen before cannot be undone.
    """
    recorded, turn = _film_all(str(task), plan)
    start = max(made, turn.start or 0.0)
    last = _last_moment(recorded, turn)
    if to_the_end and (turn.stop is None or turn.waits):
        last = float(recorded.seconds[-1])
    last = max(start, last)
    now = min(max(made, now), last)
    until = last if to_the_end and not turn.gestures else min(max(start, now) + AHEAD, last)
    stop = turn.stop if turn.stop is not None and turn.stop <= until + _CLOSE else None
    found = _state(plan, _cut(recorded, until), replace(turn, stop=stop))
    return {**found, "now": now, "more": until < last}


def hide_end(state: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out of a state all words, and the colours that say how it ends."""
    words = dict.fromkeys(("caption", "facts", "words", "outcome", "legend"), "")
    film = {**state["film"], **words, "moves": [], "ended": None}
    return {**state, "film": film, "words": "", "outcome": ""}


def grown(task: Task, plan: Action, done: Done) -> Action:
    """Return the plan after a gesture; raise `BadAction` if the gesture is impossible."""
    if why := refusal(task, plan):
        raise BadAction(f"the plan is not possible: {why}")
    player = parts.player(world(task.id.world))
    gesture = player.turn(task, plan).find(done.name)
    if gesture is None:
        raise BadAction(f"`{done.name[:40]}` cannot be done now")
    _check(gesture, done)
    return player.grown(task, plan, done)


def why_not(task: Task, plan: Action, done: Done) -> str:
    """Return why a gesture is impossible now, in words; "" if it is not.

    A question may be overtaken by the gesture that it asks about, and so is never a fault.
    """
    try:
        return refusal(task, grown(task, plan, done))
    except BadAction as error:
        return str(error)


def refusal(task: Task, plan: Action) -> str:
    """Return why a plan is impossible, in words; "" if it is not."""
    if not plan or not world(task.id.world).refusal(task, plan):
        return ""
    return _refusal(_record(task, plan))


def performed(task: Task, action: Action) -> list[Done]:
    """Return the gestures that make an action."""
    return list(parts.player(world(task.id.world)).performed(task, action))


@lru_cache(maxsize=64)
def _show(name: str, plan: Action) -> Mapping[str, Any]:
    recorded, turn = _film_all(name, plan)
    until = math.inf if turn.stop is None or turn.waits else turn.stop
    return _state(plan, _cut(recorded, until), turn)


@lru_cache(maxsize=64)
def _film_all(name: str, plan: Action) -> tuple[Recording, Turn]:
    """Return all of a film without hints, and what is possible in it."""
    task = find(name)
    recorded = _record(task, plan)
    refused = recorded.outcome is Outcome.INVALID
    turn = Turn() if refused else parts.player(world(task.id.world)).turn(task, plan)
    if turn.waits and recorded.outcome is Outcome.SOLVED:
        turn = replace(turn, stop=None)  # nothing is left to wait for: the film ends the attempt
    notes = recorded.notes if turn.labelled else NO_SPOTS
    return replace(recorded, notes=notes, window=_window(name)), turn


def _state(plan: Action, found: Recording, turn: Turn) -> dict[str, Any]:
    """Return what a browser needs to play on; `more` says that the film goes on later."""
    return {
        "plan": plan,
        "film": pack(found),
        "rate": found.steps_per_second,
        "start": turn.start,
        "stop": turn.stop,
        "waits": turn.waits,
        "gestures": [gesture.data() for gesture in turn.gestures],
        "outcome": found.outcome,
        "words": found.words,
        "refused": _refusal(found),
        "more": False,
    }


def _refusal(found: Recording) -> str:
    if found.outcome is not Outcome.INVALID:
        return ""
    return found.hint or found.reason.replace("_", " ")


def _record(task: Task, plan: Action) -> Recording:
    return parts.record(world(task.id.world), task, plan or None, STRIDE)


def _cut(found: Recording, until: float) -> Recording:
    """Leave out what is after a moment."""
    count = max(1, int(np.searchsorted(found.seconds, until + _CLOSE, side="right")))
    return replace(found, frames=found.frames[:count], seconds=found.seconds[:count])


def _last_moment(found: Recording, turn: Turn) -> float:
    """Return the last moment at which there is something to do, but not the end of the film."""
    if not turn.gestures:
        return 0.0
    if turn.stop is not None and not turn.waits:
        return turn.stop
    end = float(found.seconds[-1])
    last = max(end if each.until is None else each.until for each in turn.gestures)
    return max(turn.stop or 0.0, min(last, end - AHEAD))


@lru_cache(maxsize=1024)
def _window(name: str) -> Window:
    """Return the part of the world that is seen: the same for all plans of a task."""
    return _record(find(name), ()).window


def _check(gesture: Gesture, done: Done) -> None:
    if len(done.numbers) not in {len(gesture.numbers), int(gesture.kind == "hold")}:
        raise BadAction(f"`{gesture.name}` takes {len(gesture.numbers)} numbers")
    for number, value in zip(gesture.numbers, done.numbers, strict=False):
        if not number.least - _CLOSE <= value <= number.most + _CLOSE:
            raise BadAction(
                f"{number.name} is {value:g}", f"give {number.least:g} to {number.most:g}"
            )
    last = math.inf if gesture.until is None else gesture.until
    if not 0 <= done.at <= last + _CLOSE:
        raise BadAction(f"`{gesture.label}` is not possible at {done.at:.2f} s")


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(f"not a number: {value!r:.40}")
    if not abs(value) <= sys.float_info.max:  # also of whole numbers that no float can hold
        raise BadInput("a number is not finite, or too large")
    return float(value)
