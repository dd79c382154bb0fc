"""Recompute the right answer of an item by simulation."""

from __future__ import annotations

from topple.tasks.outcome import Outcome
from topple.worlds.ladder.counterfactual import holds
from topple.worlds.ladder.facts import OPTIONS, is_right
from topple.worlds.ladder.items import Item, done_in, planned, tell
from topple.worlds.ladder.rows import Kind
from topple.worlds.registry import world


def is_confirmed(item: Item) -> bool:
    """Return whether the simulator gives the stored answer, and no other."""
    own = world(item.id.world)
    task = own.task(item.row.task)
    if item.kind is Kind.PLAN:
        played = own.play([task] * OPTIONS, [action for _, action in planned(item)], threads=1)
        wanted = [Outcome.MISSED] * OPTIONS
        wanted[item.row.answer] = Outcome.SOLVED
        return [each.outcome for each in played] == wanted
    if item.kind is Kind.WITHOUT:
        return holds(own, task, item.row.things[0], done_in(item.row, own.name)) is bool(
            item.row.answer
        )
    return is_right(tell(own.name, task, done_in(item.row, own.name)), item.row)
