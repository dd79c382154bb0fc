"""Choose the level files, the rules and the filter of a protocol's tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from topple.errors import BadInput
from topple.protocols import protocol
from topple.tasks.protocol import Choices, Protocol, Split
from topple.tasks.task import Task, TaskId
from topple.worlds import all_worlds, parts, world
from topple.worlds.levels import load_levels
from topple.worlds.select import Names, certified_twins, select
from topple.worlds.twins import check_twins


def choose(
    found: Protocol,
    *,
    levels: Path | str | None = None,
    rules: Mapping[str, object] | None = None,
    unfiltered: bool = False,
    tasks: Names = (),
    twins: Sequence[str] = (),
) -> Protocol:
    """Return a protocol over level files or other tasks, with other rules, or without a filter.

    `topple.worlds.select` says what the names of `tasks` mean.
    """
    if found.of_files and levels is None:
        raise BadInput(f"`{found.name}` plays level files", "name their folder: --levels FOLDER")
    if levels is not None and not found.of_files:
        raise BadInput(
            f"`{found.name}` has tasks of its own", "`levels` is the protocol that plays files"
        )
    files: dict[str, str] = {}
    if levels is not None:
        loaded = load_levels(levels, all_worlds())
        files = {name: str(task) for name, task in loaded.items()}
        found = _for_files(found, list(loaded.values()))
    names = tuple(map(str, select(world(found.world), tasks))) if tasks else ()
    made = with_choices(found, Choices(files, {}, unfiltered, names))
    check_twins(world(made.world), twins)
    changed = world(made.world, rules or {}).changed
    return with_choices(found, Choices(files, changed, unfiltered, names, tuple(twins)))


def _for_files(found: Protocol, tasks: Sequence[Task]) -> Protocol:
    """Return the protocol that knows the names of the files, instead of the one of any files."""
    own = parts.files(world(tasks[0].id.world)).protocol_of(task.id.template for task in tasks)
    if found.name == own or found.name == "levels":
        return protocol(own)
    raise BadInput(
        f"`{found.name}` does not know the names of these files", f"`topple eval {own}` plays them"
    )


def with_choices(found: Protocol, choices: Choices) -> Protocol:
    """Return a protocol with choices, as a run recorded them."""
    if choices.twins:
        found = replace(found, twins=partial(certified_twins, choices.twins))
    if choices.levels:
        names = tuple(choices.levels.values())
        home = TaskId.parse(names[0]).world
        return replace(found, world=home, split=lambda fold: Split((), (), names), choices=choices)
    if choices.tasks:
        split = found.split
        return replace(
            found,
            split=lambda fold: replace(split(fold), test=choices.tasks),
            choices=choices,
        )
    if not choices.unfiltered:
        return replace(found, choices=choices)
    if found.drawn is None:
        raise BadInput(f"`{found.name}` has no unfiltered tasks", "leave out --unfiltered")
    return replace(found, split=found.drawn, choices=choices)
