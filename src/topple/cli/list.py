"""List worlds, templates, tasks, protocols and agents.

Without an argument: the worlds and their tiers. With a world: its templates. With a template: the
tasks the original ships or, of a template of our own, the certified ones; further variations have
numbers from 1000 on, without end. `protocols` and `agents` list those; with a name, what one is.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from topple.cli._console import coloured, say, show_json, show_table
from topple.cli._listed import list_agents, list_protocols

if TYPE_CHECKING:
    from topple.worlds.phyre import Template

EXAMPLES = """\
  topple list
  topple list phyre
  topple list phyre off_the_ledge
  topple list phyre 00002 --json
  topple list protocols
  topple list agents memory
"""


_OTHERS = {"protocols": list_protocols, "agents": list_agents}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("world", nargs="?", help="a world, such as phyre; protocols; agents")
    parser.add_argument("template", nargs="?", help="a name; for PHYRE also its number")


def run(args: argparse.Namespace) -> int:
    from topple.errors import UnknownName
    from topple.worlds import phyre

    if args.world is None:
        _worlds(args.json)
        return 0
    if args.world in _OTHERS:
        _OTHERS[args.world](args.template, args.json)
        return 0
    world, _, name = args.world.partition("/")
    if world != "phyre":
        raise UnknownName("world", world, known=["phyre"], see="topple list")
    name = args.template or name
    if name:
        _tasks(phyre.template(name.removeprefix("phyre/")), args.json)
    else:
        _templates(args.json)
    return 0


def _worlds(as_json: bool) -> None:
    from topple.worlds import phyre

    caption = (phyre.__doc__ or "").removeprefix("The PHYRE world: ")
    caption = caption[:1].upper() + caption[1:]
    templates = phyre.all_templates().values()
    tiers = {
        tier.name: {
            "balls": tier.balls,
            "action": tier.dimensions,
            "templates": sum(t.tier == tier.name for t in templates),
            "tasks": sum(len(_numbers(t)) for t in templates if t.tier == tier.name),
        }
        for tier in phyre.TIERS.values()
    }
    if as_json:
        show_json([{"world": "phyre", "caption": caption, "tiers": tiers}])
        return
    print(f"{coloured('phyre', 'bold')}  {caption}\n")
    header = ("tier", "action", "templates", "tasks")
    rows = [
        (name, f"{tier['action']} numbers", str(tier["templates"]), str(tier["tasks"]))
        for name, tier in tiers.items()
    ]
    show_table(header, rows)
    say("\n`topple list phyre` shows the templates")


def _templates(as_json: bool) -> None:
    from topple.worlds import phyre

    templates = phyre.all_templates().values()
    if as_json:
        show_json([_facts(template) for template in templates])
        return
    rows = [
        (t.name, t.phyre_id or "-", t.tier, str(len(_numbers(t))), t.caption) for t in templates
    ]
    show_table(("template", "PHYRE", "tier", "tasks", "caption"), rows)


def _tasks(template: Template, as_json: bool) -> None:
    from topple.tasks.task import TaskId
    from topple.worlds.phyre import FIRST_VARIATION

    rows = []
    for index in _numbers(template):
        name = str(TaskId("phyre", template.name, template.version, index))
        rows.append((name, f"{template.phyre_id}:{index:03d}" if template.phyre_id else "-"))
    if as_json:
        own = not template.phyre_id
        tasks = [{"task": name, "phyre": None if own else original} for name, original in rows]
        show_json({**_facts(template), "first_variation": FIRST_VARIATION, "ids": tasks})
        return
    print(f"{coloured(template.name, 'bold')}  {template.caption}\n")
    if rows:
        show_table(("task", "PHYRE"), rows)
    else:
        say(f"no certified tasks; `topple certify {template.name}` looks for them")
    say(f"\nfurther variations: phyre/{template.name}:{FIRST_VARIATION} and on, without end")


def _numbers(template: Template) -> Sequence[int]:
    """Give the numbers of PHYRE's tasks or, of a template of our own, of the certified ones."""
    from topple.worlds.phyre.certified import certificates

    return template.shipped or tuple(certificates(template).tasks)


def _facts(template: Template) -> dict[str, Any]:
    return {
        "template": template.name,
        "phyre": template.phyre_id or None,
        "tier": template.tier,
        "version": template.version,
        "tasks": len(_numbers(template)),
        "caption": template.caption,
    }
