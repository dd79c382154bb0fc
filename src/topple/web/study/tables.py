"""The tables of a study: their columns, and what they mean (the data dictionary of an export)."""

from __future__ import annotations

_PERSON = {"person": "number of the person, drawn at random"}
_TASK = {
    "task": "id of the task; empty for what belongs to none",
    "attempt": "number of the attempt at the task, from 1",
}
_AT = {"at": "when it was stored, seconds since 1970, by the server's clock"}
_CLIENT = {"client_ms": "milliseconds since the page was opened, by the browser's clock"}
ATTEMPTS = {
    **_PERSON,
    **_TASK,
    "role": "what the task was for: practice, comprehension, attention or task",
    "outcome": "what came of it: solved, missed or another outcome; empty if it was never ended",
    "plan": "the action: numbers with a space between them",
    "steps": "steps of the simulation",
    "digest": "hash of the final state",
    "begun": "when the picture was first asked for, seconds since 1970, by the server's clock",
    "ended": "when the attempt ended, seconds since 1970, by the server's clock",
    "think_ms": "milliseconds from `begun` to the first gesture; empty if there was none",
    "wall_ms": "milliseconds from `begun` to `ended`",
}
EVENTS = {
    **_PERSON,
    **_TASK,
    "number": "number of the gesture, from 1",
    "gesture": "name of the gesture",
    "values": "numbers of the gesture, with a space between them",
    "moment": "moment of the film, in seconds",
    **_CLIENT,
    **_AT,
}
ANSWERS = {
    **_PERSON,
    "task": _TASK["task"],
    "name": "name of the question",
    "answer": "the answer; for `consent`, the version of the text that was agreed to. A ' before "
    "an = + - or @ keeps spreadsheets from computing it",
    **_AT,
}
PEOPLE = {
    **_PERSON,
    "row": "order of the tasks, from 0, and fold in the runs; empty before the tasks",
    "stage": "what comes next for the person, or how it ended",
    "began": "when the person agreed to take part, seconds since 1970",
    "done": "when the person was done, seconds since 1970",
}
MARKS = {
    **_PERSON,
    **_TASK,
    "what": "what happened to a page: loaded, focus, blur, hidden, visible or resize",
    **_CLIENT,
    **_AT,
}
TABLES = {
    "attempts": ATTEMPTS,
    "events": EVENTS,
    "answers": ANSWERS,
    "people": PEOPLE,
    "marks": MARKS,
}

# The columns that together name a row.
KEYS = {
    "attempts": ("person", "task", "attempt"),
    "events": ("person", "task", "attempt", "number"),
    "answers": ("person", "task", "name"),
    "people": ("person",),
    "marks": ("person", "what", "at"),
}
