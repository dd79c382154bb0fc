"""What a page of transcripts says of a task or an item, and shows of an attempt."""

from __future__ import annotations

from topple.physiq.examples import answer
from topple.physiq.find import find_item
from topple.physiq.insertion import whole
from topple.physiq.items import Item, Kind
from topple.physiq.proposals import action
from topple.physiq.readings import placed_of
from topple.reports.replays import Replay, replay
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import QuestionPlan
from topple.worlds import world
from topple.worlds.phyre.task import task as phyre_task

_PLAYED = (Outcome.SOLVED, Outcome.MISSED)
_STRIDE = 10  # six pictures a second: there are ten times as many films as on a report


def caption(plan: ModelPlan, name: str) -> str:
    """Say what a task asks for, or what is the right answer to an item."""
    if not isinstance(plan, QuestionPlan):
        return world(plan.protocol.world).task(name).caption
    item = find_item(name)
    return f"{phyre_task(item.task).caption} {_truth(item)}"


def film(plan: ModelPlan, attempt: Attempt) -> Replay | None:
    """Play an attempt again, if there is something to play."""
    if not isinstance(plan, QuestionPlan):
        return replay(world(plan.protocol.world).task(attempt.task), attempt, _STRIDE)
    if plan.kind is not Kind.INSERTION or attempt.outcome not in _PLAYED or not attempt.action:
        return None
    placed = action(whole(placed_of(attempt.action)))
    found = phyre_task(find_item(attempt.task).task)
    return replay(found, attempt._replace(action=tuple(placed)), _STRIDE)


def _truth(item: Item) -> str:
    if item.truth is None:
        return ""
    shown = ", ".join(map(str, item.grades))
    return f"Right is {answer(item.truth)} ({shown})."
