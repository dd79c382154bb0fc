"""List worlds, templates, tasks, protocols, agents and runs.

Without an argument, list the worlds and their groups of templates. With a world, list its
templates; with a world and a group, the templates of the group. With a template, list the tasks
that protocols may use, and whether higher numbers give further variations. `protocols`,
`benchmarks` and `agents` list all of them; the name of one shows it in detail. `runs` lists the run
folders in `runs`, or in another folder that follows; `topple report` shows their scores.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from topple.errors import BadInput, UnknownName

EXAMPLES = """\
  topple list
  topple list phyre
  topple list phyre off_the_ledge
  topple list off_the_ledge
  topple list phyre 00002 --json
  topple list birds rolling
  topple list protocols
  topple list deepphy-phyre
  topple list agents
  topple list memory
  topple list runs
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        metavar="WHAT",
        help="a world or a template; `protocols`, `benchmarks`, `agents` or `runs`; or a name",
    )
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="a group or a template; or one of those kinds"
    )


def run(args: argparse.Namespace) -> int:
    if args.what is None:
        from topple.cli._overview import list_worlds

        list_worlds(args.json)
    elif args.what in KINDS:
        KINDS[args.what](args.name, args.json)
    elif kind := _kind_of(args.what):
        if args.name:
            raise BadInput(f"unexpected argument `{args.name}`", "`topple list --help` shows how")
        KINDS[kind](args.what, args.json)
    else:
        _list_templates(args)
    return 0


def _kind_of(name: str) -> str:
    """Return what a name is of, other than of a world or a template; "" if of one of these."""
    from topple.agents.agent import all_agents, find_agent
    from topple.protocols import all_benchmarks, all_protocols, find_protocol
    from topple.worlds.select import find_world

    if find_protocol(name):
        return "protocols"
    if find_agent(name):
        return "agents"
    try:
        find_world(name)
    except UnknownName as error:
        if name in (suites := all_benchmarks()):
            return "benchmarks"
        known = [*error.known, *KINDS, *all_protocols(), *suites, *all_agents()]
        kind = "world, template, protocol or agent"
        raise UnknownName(kind, name, known, "topple list") from error
    return ""


def _list_templates(args: argparse.Namespace) -> None:
    from topple.cli._list_templates import list_templates
    from topple.worlds.select import find_world

    own = find_world(args.what)
    name = args.name or args.what
    list_templates(own, "" if name == own.name else name.removeprefix(f"{own.name}/"), args.json)


def _list_protocols(name: str | None, as_json: bool) -> None:
    from topple.cli._list_protocols import list_protocols

    list_protocols(name, as_json)


def _list_benchmarks(name: str | None, as_json: bool) -> None:
    from topple.cli._list_protocols import list_benchmarks

    list_benchmarks(name, as_json)


def _list_agents(name: str | None, as_json: bool) -> None:
    from topple.cli._list_agents import list_agents

    list_agents(name, as_json)


def _list_runs(folder: str | None, as_json: bool) -> None:
    from topple.cli._list_runs import list_runs

    list_runs(Path(folder or "runs"), as_json)


KINDS: dict[str, Callable[[str | None, bool], None]] = {
    "protocols": _list_protocols,
    "benchmarks": _list_benchmarks,
    "agents": _list_agents,
    "runs": _list_runs,
}
