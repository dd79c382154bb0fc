"""Twins: tasks that ask the same of an agent as their original, and look different.

An agent that has learnt answers by heart solves the original and not the twin; one that reasons
solves both. A world's `twins` part has a dictionary `TWINS`. Every world also has `other`: another
certified task of the same template. A twin is certified when it is first needed: a solution must
be known, and waiting must fail.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from topple.errors import BadInput, UnknownName
from topple.tasks.attempt import Action
from topple.tasks.certificates import Certificate
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task

if TYPE_CHECKING:
    from topple.worlds.world import World

OTHER = "other"
_CANDIDATES = 500  # actions in search of a solution


@dataclass(frozen=True, slots=True)
class Twin:
    """How a task becomes its twin.

    `make` returns the twin, or None where a task has none; its id is set afterwards. `action`
    returns the action that does on the twin what the given one does on the original, which it takes
    first; without it, a solution is searched for.
    """

    caption: str
    make: Callable[[Task], Task | None]
    action: Callable[[Task, Action], Action] | None = None


def exchange(text: str, first: str, second: str) -> str:
    """Return a text in which two words have changed places."""
    words = {first: second, second: first}
    return re.sub(rf"\b({first}|{second})\b", lambda found: words[found[0]], text)


def own_twins(world: World) -> Mapping[str, Twin]:
    """Return the twins that a world declares in its part `twins`."""
    module = f"{world.package}.twins"
    if not world.package or find_spec(module) is None:
        return {}
    return dict(importlib.import_module(module).TWINS)


def check_twins(world: World, names: Sequence[str]) -> None:
    """Raise `UnknownName` for twins that a world does not have."""
    known = [*own_twins(world), OTHER]
    for name in names:
        if name not in known:
            hint = f"{world.name} has {', '.join(known)}"
            raise UnknownName("twin", name, known, hint=hint)


def make(world: World, task: Task, name: str) -> Task:
    """Return the twin of a task; raise `BadInput` if it has none of this name."""
    check_twins(world, [name])
    found = _other(world, task) if name == OTHER else own_twins(world)[name].make(task)
    if found is None:
        raise BadInput(f"`{task}` has no twin `{name}`", "leave it out of --twins")
    return replace(found, id=replace(task.id, twin=name))


@lru_cache(maxsize=20_000)
def certificate(world: World, name: str) -> Certificate | None:
    """Return the certificate of a twin; None if it has no solution, or waiting solves it."""
    try:
        task = world.task(name)
    except BadInput:
        return None
    action = _transform_stored(world, task)
    (waited,) = world.play([task], [None], threads=1)
    if waited.outcome is Outcome.SOLVED:
        return None
    if action is None or world.play([task], [action], threads=1)[0].outcome is not Outcome.SOLVED:
        action = _search(world, task)
    return None if action is None else Certificate(task.id.index, action)


def _transform_stored(world: World, task: Task) -> Action | None:
    """Return what the stored solution of the original becomes on its twin."""
    original = world.task(str(replace(task.id, twin="")))
    if task.id.twin == OTHER:
        original = _other(world, original) or original
        found = world.certificate(original)
        return found.solution if found else None
    moved, found = own_twins(world)[task.id.twin].action, world.certificate(original)
    return moved(original, found.solution) if moved and found else None


def _search(world: World, task: Task) -> Action | None:
    actions = task.actions.candidates(_CANDIDATES)
    solving = (world.outcomes([task], actions)[0] == 1).nonzero()[0]
    return tuple(actions[solving[0]].tolist()) if len(solving) else None


def _other(world: World, task: Task) -> Task | None:
    """Return the next certified task of the template, by number, after the last the first."""
    template = world.template(task.id.template)
    indices = sorted(world.certificates(template).tasks)
    later = [index for index in indices if index > task.id.index] or indices[:1]
    return template.task(later[0]) if later and later[0] != task.id.index else None
