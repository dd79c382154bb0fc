"""Rope for people: press pins, bubbles and cushions, drag pulleys, while time runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topple.tasks.attempt import Action
from topple.tasks.task import Task
from topple.worlds.gestures import Done, Gesture, Number, Pick, Player, Slide, Turn
from topple.worlds.rope.action_space import tick
from topple.worlds.rope.calls import MOST_CALLS, TAP_EVERY, Call, Timed, Verb, action_of, plan_of
from topple.worlds.rope.level import Level
from topple.worlds.rope.look.scene import scene
from topple.worlds.rope.world import own_task

_ONCE = (Verb.cut_pin, Verb.cut_active_pin, Verb.cut_pulley)
# The figures of a film that stand for the items of a verb.
_DRAWN = {
    Verb.cut_pin: ("pin",),
    Verb.cut_active_pin: ("active", "crawler"),
    Verb.pop_bubble: ("bubble", "carrying"),
    Verb.tap_air_cushion: ("cushion",),
    Verb.move_pulley_to: ("pulley",),
}
_LABELS = {
    Verb.cut_pin: "Cut pin",
    Verb.cut_active_pin: "Cut active pin",
    Verb.pop_bubble: "Pop bubble",
    Verb.tap_air_cushion: "Tap cushion",
    Verb.cut_pulley: "Cut pulley",
    Verb.move_pulley_to: "Move pulley",
}


class RopePlayer(Player):
    """A gesture is named by its call, such as `cut_pin 2`."""

    def how(self, task: Task) -> str:
        return "Press Start, then press pins, bubbles and cushions, or drag pulleys."

    def rules(self, task: Task) -> Sequence[str]:
        return ("The candy is lost when it leaves the board or is destroyed or stolen.",)

    def turn(self, task: Task, plan: Action) -> Turn:
        made = [entry.call for entry in plan_of(plan)]
        cut = {(call.verb, call.id) for call in made if call.verb in _ONCE}
        calls = _calls(task) if len(made) < MOST_CALLS else []
        level = own_task(task).level
        gestures = [_gesture(level, call) for call in calls if (call.verb, call.id) not in cut]
        return Turn(tuple(gestures), labelled=True)

    def grown(self, task: Task, plan: Action, done: Done) -> Action:
        verb, number = done.name.split()
        value = done.numbers[0] if done.numbers else float(Verb[verb] is Verb.tap_air_cushion)
        call = Call(Verb[verb], int(number), value)
        return (*plan, *action_of([Timed(tick(done.at), call)]))

    def performed(self, task: Task, action: Action) -> Sequence[Done]:
        return [done for entry in plan_of(action) for done in _list_gestures(entry)]


def _calls(task: Task) -> list[Call]:
    """Return every call that a level has items for, each once."""
    found = own_task(task).actions.calls()
    return list(dict.fromkeys(call._replace(value=0.0) for call in found))


def _gesture(level: Level, call: Call) -> Gesture:
    name, label = f"{call.verb.name} {call.id}", f"{_LABELS[call.verb]} {call.id}"
    drawn = scene(level)
    bodies = tuple(drawn.body(f"{key} {call.id}") for key in _DRAWN.get(call.verb, ()))
    if call.verb is not Verb.move_pulley_to:
        return Pick(name=name, label=label, bodies=bodies)
    rail = level.pulleys[call.id - 1]
    return Slide(
        name=name,
        label=label,
        numbers=(Number("position", 0.0, 1.0, start=rail.position),),
        bodies=bodies,
        ends=((rail.x1, rail.y1), (rail.x2, rail.y2)),
    )


def _list_gestures(entry: Timed) -> Iterator[Done]:
    """Yield the gestures of a call; a person taps once at a time, and simply waits."""
    seconds, (verb, number, value) = entry
    name = f"{verb.name} {number}"
    if verb is Verb.tap_air_cushion:
        yield from (Done(name, at=seconds + i * TAP_EVERY) for i in range(int(value)))
    elif verb is Verb.move_pulley_to:
        yield Done(name, (value,), seconds)
    elif verb in _LABELS:
        yield Done(name, at=seconds)


PLAYER = RopePlayer()
