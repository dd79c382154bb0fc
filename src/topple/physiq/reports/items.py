"""Items on a page of transcripts: their captions, and replays of what was placed."""

from __future__ import annotations

from topple.physiq.examples import write_answer
from topple.physiq.find import find_item
from topple.physiq.insertion import to_whole_units
from topple.physiq.items import Kind
from topple.physiq.proposal import action
from topple.physiq.records import to_placement
from topple.reports.replays import Replay, replay
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds.phyre.world import task as phyre_task

_PLAYED = (Outcome.SOLVED, Outcome.MISSED)


def item_caption(name: str) -> str:
    """Return what the scene of an item shows, and the right answer."""
    item = find_item(name)
    caption = phyre_task(item.task).caption
    if item.truth is None:
        return caption
    grades = ", ".join(map(str, item.grades))
    return f"{caption} The right answer is {write_answer(item.truth)} ({grades})."


def item_replay(kind: Kind, attempt: Attempt, stride: int) -> Replay | None:
    """Replay an attempt at an item, if a body was placed and simulated."""
    if kind is not Kind.INSERTION or attempt.outcome not in _PLAYED or not attempt.action:
        return None
    placed = action(to_whole_units(to_placement(attempt.action)))
    found = phyre_task(find_item(attempt.task).task)
    return replay(found, attempt._replace(action=tuple(placed)), stride)
