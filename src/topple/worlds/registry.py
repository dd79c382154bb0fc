"""Find worlds by name: the folders here, and those of other packages."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path

from topple.errors import BadInput, UnknownName
from topple.tasks.discover import plugin_names, plugins
from topple.worlds.world import World

_GROUP = "topple.worlds"


def world(name: str, rules: Mapping[str, object] | None = None) -> World:
    """Find a world by name: a folder here, or one from another package.

    `rules` changes some of its rules, for its tasks and whatever is played on them.
    """
    if name in _folders():
        found: object = importlib.import_module(f"{__package__}.{name}.world").WORLD
    else:
        found = next((each for _, each in plugins(_GROUP, name)), None)
    if found is None and name in plugin_names(_GROUP):
        raise BadInput(f"world `{name}` cannot be loaded", "its package is faulty; see the warning")
    if found is None:
        raise UnknownName("world", name, known=world_names(), see="topple list")
    if not isinstance(found, World):
        raise BadInput(f"entry point `{name}` of `{_GROUP}` is not a World")
    return found.under(rules) if rules else found


def world_names() -> list[str]:
    """Return the names of all worlds without loading them."""
    return [*_folders(), *plugin_names(_GROUP)]


def all_worlds() -> Iterator[World]:
    """Load every world; warn of those of other packages that cannot be loaded."""
    return chain(map(world, _folders()), outside_worlds())


def outside_worlds() -> Iterator[World]:
    """Load the worlds of other packages; warn of those that cannot be loaded."""
    for name, found in plugins(_GROUP):
        if isinstance(found, World):
            yield found
        else:
            warnings.warn(f"entry point `{name}` of `{_GROUP}` is not a World", stacklevel=2)


@cache
def _folders() -> tuple[str, ...]:
    folder = str(Path(__file__).parent)
    # Other packages here serve all worlds.
    return tuple(
        module.name
        for module in pkgutil.iter_modules([folder])
        if module.ispkg and (Path(folder) / module.name / "world.py").exists()
    )
