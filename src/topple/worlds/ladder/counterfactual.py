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
from topple.tasks.splits import stable_shuffle
from topple.tasks.task import Task
from topple.worlds.ladder.items import ladder_of, plan_form, start_of, written_plan
from topple.worlds.ladder.rows import TEST, TRAIN, Kind, Row
from topple.worlds.world import World

ITEMS = 100  # per part
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
    groups = ladder_of(world.name).groups
    names = [
        name
        for name, template in world.templates().items()
        if world.served(template) and (not groups or template.group in groups)
    ]
    order = stable_shuffle(names, "counterfactual")
    return {
        part: {Kind.WITHOUT: _draw(world, order[first::2])}
        for part, first in ((TEST, 0), (TRAIN, 1))
    }


def _draw(world: World, templates: list[str]) -> list[Row]:
    rows: list[Row] = []
    tasks = {name: _tasks(world, name) for name in templates}
    for turn in range(max(map(len, tasks.values()))):
        for own in tasks.values():
            if turn < len(own) and len(rows) < ITEMS:
                rows += _pair(world, own[turn])
    return rows


def _tasks(world: World, template: str) -> list[str]:
    own = world.template(template)
    names = [str(world.id_of(own, index)) for index in world.served(own)]
    return stable_shuffle(names, "counterfactual")


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
    order = generator("counterfactual", name).permutation(len(story.things)).tolist()
    for thing in order if words else ():
        if story.is_visible(thing):
            answer = holds(world, task, thing, action)
            if answer is not None:
                yield answer, Row(Kind.WITHOUT, name, int(answer), name, (thing,))
