"""The worlds with their groups of templates, as `topple list` shows them.

Counting needs every world, template and certificate, which takes seconds. The counts of Topple's
own worlds are therefore stored next to this file; `python -m tools.docs overview` writes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.tasks.discover import plugin_names

if TYPE_CHECKING:
    from topple.worlds.world import World

FILE = Path(__file__).with_name("overview.json")

Overview = dict[str, Any]


def overviews() -> list[Overview]:
    """Return every world's overview: stored, or counted if another package adds to the world."""
    stored: dict[str, Overview] = json.loads(FILE.read_text())
    extended = {name.partition(".")[0] for name in plugin_names("topple.templates")}
    own = [_count(name) if name in extended else found for name, found in stored.items()]
    if not plugin_names("topple.worlds"):
        return own  # without loading any world
    from topple.worlds import outside_worlds

    return [*own, *map(count, outside_worlds())]


def count(world: World) -> Overview:
    """Count templates and tasks by group."""
    templates = world.known_templates().values()
    groups = {
        group: {
            **facts,
            "templates": sum(t.group == group for t in templates),
            "tasks": sum(len(world.served(t)) for t in templates if t.group == group),
        }
        for group, facts in world.groups().items()
    }
    return {
        "world": world.name,
        "caption": world.caption,
        "action": world.action,
        "grouped_by": world.grouped_by,
        "groups": groups,
    }


def _count(name: str) -> Overview:
    from topple.worlds import world

    return count(world(name))
