"""List worlds, templates, tasks, protocols and agents.

Without an argument: the worlds, their tiers or scenarios. With a world: its templates; with a
scenario: those in it. With a template: the tasks the original ships or, where it ships none, the
certified ones; further variations have numbers beyond these, without end. `protocols` and `agents`
list those; with a name, what one is.
"""

from __future__ import annotations

import argparse
from typing import Any, Protocol

from topple.cli._console import say, show_json
from topple.cli._list_agents import list_agents
from topple.cli._list_protocols import list_protocols

EXAMPLES = """\
  topple list
  topple list phyre
  topple list phyre off_the_ledge
  topple list phyre 00002 --json
  topple list birds rolling
  topple list birds under_a_roof
  topple list protocols
  topple list protocols deepphy-phyre
  topple list agents memory
"""


class Shelf(Protocol):
    """What a world has to list."""

    def overview(self) -> dict[str, Any]: ...

    def show(self) -> None: ...

    def show_templates(self, name: str, as_json: bool) -> None: ...


_OTHERS = {"protocols": list_protocols, "agents": list_agents}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("world", nargs="?", help="a world, phyre or birds; protocols; agents")
    parser.add_argument(
        "template", nargs="?", help="a name, or the original's number; for birds also a scenario"
    )


def run(args: argparse.Namespace) -> int:
    from topple.cli import _listed_birds, _listed_phyre
    from topple.errors import UnknownName

    worlds: dict[str, Shelf] = {"phyre": _listed_phyre.SHELF, "birds": _listed_birds.SHELF}
    if args.world is None:
        if args.json:
            show_json([shelf.overview() for shelf in worlds.values()])
            return 0
        for shelf in worlds.values():
            shelf.show()
            print()
        say("`topple list phyre` and `topple list birds` show the templates")
        return 0
    if args.world in _OTHERS:
        _OTHERS[args.world](args.template, args.json)
        return 0
    world, _, name = args.world.partition("/")
    if world not in worlds:
        raise UnknownName("world", world, known=[*worlds, *_OTHERS], see="topple list")
    name = args.template or name
    worlds[world].show_templates(name.removeprefix(f"{world}/"), args.json)
    return 0
