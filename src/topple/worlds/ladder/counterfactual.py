"""The counterfactual probe: does an action that works still work without one of the things?

A task gives two items with the same words: a thing that the solution needs, and one that it does
not need.
"""

from __future__ import annotations

from collections.abc import Iterator

from topple.errors import ToppleError
from topple.tasks.attempt import Action
from topple.tasks.draw import generator
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds.ladder.chosen import choose_tasks, choose_templates, deal
from topple.worlds.ladder.items import ladder_of, plan_form, start_of, written_plan
from topple.worlds.ladder.rows import TEST, TRAIN, Kind, Row
from topple.worlds.world import World

ITEMS = 100  # per part
_SALT = "counterfactual"
_ENDS = {Outcome.SOLVED: True, Outcome.MISSED: False, Outcome.UNSETTLED: False}


def holds(world: World, task: Task, thing: int, action: Action | None) -> bool | None:
    """Return whether an action that solves a task does so without a thing; None if unclear."""
    without = ladder_of(world.name).without
    other = without(task, start_of(world.name, str(task)).things[thing]) if without else None
    if other is None:
        return None
    first, second = world.play([task, other], [action, action], threads=1)
    return _ENDS.get(second.outcome) if first.outcome is Outcome.SOLVED else None


def draw_pairs(world: World) -> dict[str, dict[Kind, list[Row]]]:
    """Draw the items of both parts, which ask about different templates, as evenly as possible."""
    order = choose_templates(world, _SALT)
    return {
        part: {Kind.WITHOUT: _draw(world, order[first::2])}
        for part, first in ((TEST, 0), (TRAIN, 1))
    }


def _draw(world: World, templates: list[str]) -> list[Row]:
    rows: list[Row] = []
    for task in deal([choose_tasks(world, name, _SALT) for name in templates]):
        if len(rows) == ITEMS:
            break
        rows += _pair(world, task)
    return rows


def _pair(world: World, name: str) -> list[Row]:
    """Return an item of each answer about a task, or nothing."""
    found = dict(_candidates(world, name))
    return [found[True], found[False]] if len(found) == len((True, False)) else []


def _candidates(world: World, name: str) -> Iterator[tuple[bool, Row]]:
    task, story = world.task(name), start_of(world.name, name)
    try:
        words, action = written_plan(plan_form(world.name, task), task, world.solution(task))
    except ToppleError:
        return
    order = generator(_SALT, name).permutation(len(story.things)).tolist()
    for thing in order if words else ():
        if story.is_visible(thing):
            answer = holds(world, task, thing, action)
            if answer is not None:
                yield answer, Row(Kind.WITHOUT, name, int(answer), name, (thing,))
