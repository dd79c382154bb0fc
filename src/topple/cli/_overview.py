"""The worlds with their groups of templates, as `topple list` shows them.

Counting needs every world, template and certificate, which takes seconds. The counts of Topple's
own worlds are therefore stored next to this file; `python -m tools.docs overview` writes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topple.cli._console import coloured, say, show_json, show_table
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


def list_worlds(as_json: bool) -> None:
    """Show every world with its groups of templates."""
    worlds = overviews()
    if as_json:
        show_json([_plain(each) for each in worlds])
        return
    for each in worlds:
        print(f"{coloured(each['world'], 'bold')}  {each['caption']}")
        print(f"an action is {each['action']}\n")
        rows = [(g, str(c["templates"]), str(c["tasks"])) for g, c in each["groups"].items()]
        show_table((each["grouped_by"], "templates", "tasks"), rows)
        print()
    say(f"`topple list WORLD` shows the templates of {', '.join(each['world'] for each in worlds)}")
    say("`topple list protocols` shows what can be evaluated, `topple list agents` who can play")


def _plain(overview: Overview) -> dict[str, Any]:
    groups = {f"{overview['grouped_by']}s": overview["groups"]}
    return {"world": overview["world"], "caption": overview["caption"], **groups}
