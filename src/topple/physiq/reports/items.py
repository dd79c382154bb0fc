"""Items on a page of transcripts: their captions, and films of what was placed or proposed."""

from __future__ import annotations

from collections.abc import Sequence

from topple.physiq.examples import write_answer
from topple.physiq.find import find_item
from topple.physiq.insertion import to_whole_units
from topple.physiq.items import Item, Kind
from topple.physiq.proposal import Grade, action, proposals_of
from topple.physiq.records import from_numbers, to_placement
from topple.reports.replays import Replay, replay, replay_action
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.worlds.phyre.world import task as phyre_task
from topple.worlds.phyre.world import template

_PLAYED = (Outcome.SOLVED, Outcome.MISSED)


def item_caption(name: str) -> str:
    """Return what the scene of an item shows, and the right answer."""
    item = find_item(name)
    caption = phyre_task(item.task).caption
    if item.truth is None:
        return caption
    grades = ", ".join(map(str, item.grades))
    return f"{caption} The right answer is {write_answer(item.truth)} ({grades})."


def answer_words(name: str, numbers: Sequence[float]) -> str:
    """Write what was read from an answer, in the form that was asked for."""
    reading = from_numbers(find_item(name).form, numbers)
    if isinstance(reading, float):
        return f"{100 * reading:g} %"
    if isinstance(reading, bool):
        return write_answer(reading)
    return ", ".join(f"{number:g}" for number in numbers)


def item_replay(kind: Kind, attempt: Attempt) -> Replay | None:
    """Film what a model placed, or else what happens to the proposal it was asked about.

    Sanity checks are about a picture at rest: they have no film.
    """
    item = find_item(attempt.task)
    if kind is Kind.SANITY:
        return None
    if kind is not Kind.INSERTION:
        return _proposal_replay(item)
    if attempt.outcome not in _PLAYED or not attempt.action:
        return None
    placed = action(to_whole_units(to_placement(attempt.action)))
    return replay(phyre_task(item.task), attempt._replace(action=tuple(placed)))


def _proposal_replay(item: Item) -> Replay | None:
    """Film the proposal of an item; of a ranking, the one that wins."""
    task = phyre_task(item.task)
    stored = proposals_of(template(task.id.template)).tasks[task.id.index]
    grade = Grade.CORRECT if item.kind is Kind.RANKING else item.grades[0]
    return replay_action(task, action(stored.balls[grade]).tolist())
