"""List worlds, templates, tasks, protocols and agents.

Without an argument, list the worlds and their groups of templates. With a world, list its
templates; with a world and a group, the templates of the group. With a template, list the tasks
that protocols may use, and whether higher numbers give further variations. `protocols` and `agents`
list all protocols and agents; add a name to see one in detail.
"""

from __future__ import annotations

import argparse

from topple.cli._list_agents import list_agents
from topple.cli._list_protocols import list_protocols

GROUP = "begin"
EXAMPLES = """\
  topple list
  topple list phyre
  topple list phyre off_the_ledge
  topple list off_the_ledge
  topple list phyre 00002 --json
  topple list birds rolling
  topple list birds under_a_roof
  topple list protocols
  topple list protocols deepphy-phyre
  topple list agents memory
"""

_OTHERS = {"protocols": list_protocols, "agents": list_agents}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("world", nargs="?", help="a world, a template, `protocols` or `agents`")
    parser.add_argument(
        "template", nargs="?", help="a group, a template, or a template's number in the original"
    )


def run(args: argparse.Namespace) -> int:
    if args.world is None:
        from topple.cli._list_worlds import list_worlds

        list_worlds(args.json)
    elif args.world in _OTHERS:
        _OTHERS[args.world](args.template, args.json)
    else:
        _list_templates(args)
    return 0


def _list_templates(args: argparse.Namespace) -> None:
    from topple.cli._list_templates import list_templates
    from topple.worlds.select import find_world

    own = find_world(args.world)
    name = args.template or args.world
    list_templates(own, "" if name == own.name else name.removeprefix(f"{own.name}/"), args.json)
