"""Worlds: the rules of each game, one folder each."""

from __future__ import annotations

import importlib
import pkgutil
from importlib.util import find_spec
from typing import cast

from topple.errors import UnknownName
from topple.tasks.discover import plugins
from topple.worlds.world import World


def world(name: str) -> World:
    """Find a world by name: a folder here, or what another package offers."""
    # A folder without `world.py` is a game that is not offered to agents yet.
    folders = [
        module.name
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg and find_spec(f"{__name__}.{module.name}.world")
    ]
    if name in folders:
        return cast(World, importlib.import_module(f"{__name__}.{name}.world").WORLD)
    others = dict(plugins("topple.worlds"))
    if name in others:
        return cast(World, others[name])
    raise UnknownName("world", name, known=[*folders, *others], see="topple list")
