"""Write the skeleton of a world, an agent or a template that runs at once.

`new world NAME` writes a package: rules, looks, solutions, an environment, a player for the
browser, a protocol and a test. `new agent NAME` and `new template NAME` write one file. What is
printed at the end are the commands that try it. Nothing that exists is overwritten.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from topple.cli._console import say, show_json

GROUP = "maintain"
EXAMPLES = """\
  topple new world curling
  topple new agent hill_climber --out agents
  topple new template shelf_to_floor
"""

_KINDS = ("world", "agent", "template")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=_KINDS, metavar="KIND", help="world, agent or template")
    parser.add_argument("name", metavar="NAME", help="small letters, digits and _")
    parser.add_argument("-o", "--out", type=Path, default=Path(), help="folder to write into")
    parser.add_argument("--world", default="", help="world of a template; phyre by default")


def run(args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.skeletons.write import write_agent, write_template, write_world

    if args.world and args.kind != "template":
        raise BadInput("--world has an effect on templates only", "leave out --world")
    if args.kind == "world":
        files = write_world(args.name, args.out)
    elif args.kind == "agent":
        files = write_agent(args.name, args.out)
    else:
        files = write_template(args.name, args.out, args.world)
    if args.json:
        show_json({"files": [str(path) for path in files]})
        return 0
    for path in files:
        print(path)
    say("\ntry it:")
    for line in _next_steps(args.kind, args.name, args.out):
        say(f"  {line}")
    return 0


def _next_steps(kind: str, name: str, out: Path) -> list[str]:
    """Return the commands that try a skeleton."""
    file = f"./{out / name}.py"
    if kind == "world":
        return [
            f"export PYTHONPATH={(out / name).resolve()}",
            f"topple certify {name}",
            f"topple show {name}/on_ice:0 --solution -o slide.html",
            f"topple play {name}",
            f"topple eval {name}-all --agent random",
        ]
    if kind == "agent":
        title = "".join(part.capitalize() for part in name.split("_"))
        return [f"topple eval phyre-b-within --agent {file}:{title} --limit 25"]
    return [
        f"topple show {file}:1000 -o scene.png",
        f"topple certify {file}",
    ]
