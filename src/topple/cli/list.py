"""List worlds, templates, tasks, protocols and agents.

Without an argument, list the worlds and their groups of templates. With a world, list its
templates; with a world and a group, the templates of the group. With a template, list the tasks
that protocols may use, and whether higher numbers give further variations. `protocols` and `agents`
list all protocols and agents; add a name to see one in detail.
"""

from __future__ import annotations

import argparse
from dataclasses import fields
from typing import Any, cast

from topple.cli._console import coloured, say, show_json, show_table
from topple.cli._list_protocols import list_protocols
from topple.errors import UnknownName

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


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("world", nargs="?", help="a world, a template, `protocols` or `agents`")
    parser.add_argument(
        "template", nargs="?", help="a group, a template, or a template's number in the original"
    )


def run(args: argparse.Namespace) -> int:
    if args.world is None:
        from topple.cli._overview import list_worlds

        list_worlds(args.json)
    elif args.world == "protocols":
        list_protocols(args.template, args.json)
    elif args.world == "agents":
        _list_agents(args.template, args.json)
    else:
        _list_templates(args)
    return 0


def _list_templates(args: argparse.Namespace) -> None:
    from topple.cli._list_templates import list_templates
    from topple.worlds.select import find_world

    own = find_world(args.world)
    name = args.template or args.world
    list_templates(own, "" if name == own.name else name.removeprefix(f"{own.name}/"), args.json)


def _list_agents(name: str | None, as_json: bool) -> None:
    """Show all agents, or the settings of one."""
    from topple.agents import all_agents
    from topple.agents.agent import trainable_agents

    known = all_agents()
    if name and name not in known:
        raise UnknownName("agent", name, known=known, see="topple list agents")
    rows = [_agent(known[each]) for each in ([name] if name else known)]
    if as_json:
        show_json(rows)
    elif name:
        (row,) = rows
        print(f"{coloured(name, 'bold')}  {row['about']}\n")
        print(f"plays {_plays(row)}\n")
        show_table(("setting", "default"), [(k, str(v)) for k, v in row["settings"].items()])
        say(f"\n`topple eval PROTOCOL --agent {name} --set FIELD=VALUE` sets one")
    else:
        header = ("agent", "kind", "plays", "caption")
        show_table(header, [_line(row) for row in rows])
        say("\n`topple list agents NAME` shows the settings of an agent")
        say("an agent named -like follows a published agent's description; it is not its program")
        say(f"`topple train` trains {', '.join(trainable_agents())}")


def _line(row: dict[str, Any]) -> tuple[str, ...]:
    return row["agent"], row["kind"], _plays(row), row["about"].splitlines()[0]


def _plays(row: dict[str, Any]) -> str:
    return ", ".join(row["worlds"]) or "all worlds"


def _agent(cls: Any) -> dict[str, Any]:
    about = "\n".join(line.strip() for line in (cls.__doc__ or "").strip().splitlines())
    kinds = [word for word in ("online", "simulates") if getattr(cls, word)]
    return {
        "agent": cls.name,
        "version": cls.version,
        "kind": ", ".join(kinds) or "offline",
        "worlds": list(cls.worlds),
        "about": about,
        "settings": {field.name: getattr(cls, field.name) for field in fields(cast(Any, cls))},
    }
