"""Conversations in records: what a status comes to, and a conversation made again."""

from __future__ import annotations

from collections.abc import Sequence

from topple.errors import BadInput
from topple.physiq.insertion import Status, Talk
from topple.physiq.items import Item, Kind
from topple.physiq.readings import placed_of
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome

UNREADABLE = "no answer could be read"
ENDS = {
    Status.WIN: Outcome.SOLVED,
    Status.STOP: Outcome.MISSED,
    Status.TIME_LIMIT: Outcome.MISSED,
    Status.OVERLAP: Outcome.INVALID,
    Status.OUT_OF_BOUNDS: Outcome.INVALID,
    Status.RADIUS_RANGE: Outcome.INVALID,
    Status.FORMAT_ERROR: Outcome.UNREADABLE,
}


def talk_of(item: Item, done: Sequence[tuple[Attempt, str]]) -> Talk:
    """Make a conversation again from attempts and what was said, without playing them again."""
    talk = Talk.of(item)
    if item.kind is not Kind.INSERTION:
        return talk
    for attempt, said in done:
        if attempt.outcome is Outcome.FAILED:
            continue
        if attempt.note not in set(Status):
            raise BadInput(f"`{attempt.note[:40]}` is no end of an attempt at {item.id}")
        placed = None if attempt.action is None else placed_of(attempt.action)
        talk = talk.again(Status(attempt.note), placed, said)
    return talk
