"""Write the skeleton of a world, an agent or a template that runs at once.

`new world NAME` writes a package: rules, looks, solutions, an environment, a player for the
browser, a protocol and a test. `new agent NAME` and `new template NAME` write one file. What is
printed at the end are the commands that try it. Nothing that exists is overwritten.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from topple.cli._console import say, show_json
from topple.cli._verbs import Verb, add_verbs, run_verb
from topple.errors import ToppleError

EXAMPLES = """\
  topple new world curling
  topple new agent hill_climber --out agents
  topple new template shelf_to_floor
  topple new template under_the_arch --world birds
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_verbs(parser, _VERBS, EXAMPLES, "KIND")


def run(args: argparse.Namespace) -> int:
    return run_verb(args)


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="small letters, digits and _")
    parser.add_argument("-o", "--out", type=Path, default=Path(), help="folder to write into")


def _add_template(parser: argparse.ArgumentParser) -> None:
    _add_name(parser)
    parser.add_argument("--world", default="phyre", help="world of the template; phyre by default")


def _new_world(args: argparse.Namespace) -> int:
    from topple.skeletons.write import write_world

    name, folder = args.name, (args.out / args.name).resolve()
    return _show(
        args,
        write_world(name, args.out),
        f"export PYTHONPATH={folder}",
        f"topple certify {name}",
        f"topple show {name}/on_ice:0 --solution -o slide.html",
        f"topple play {name}",
        f"topple eval {name}-all --agent random",
    )


def _new_agent(args: argparse.Namespace) -> int:
    from topple.skeletons.write import write_agent

    title = "".join(part.capitalize() for part in args.name.split("_"))
    who = f"./{args.out / args.name}.py:{title}"
    files = write_agent(args.name, args.out)
    return _show(args, files, f"topple eval phyre-b-within --agent {who} --limit 25")


def _new_template(args: argparse.Namespace) -> int:
    from topple.skeletons.write import write_template

    files, file = write_template(args.name, args.out, args.world), f"./{args.out / args.name}.py"
    task = f"{file}:{_first_index(file)}"
    return _show(
        args,
        files,
        f"topple show {task} -o scene.png",
        f"topple play {task}",
        f"topple certify {file}",
        f"topple show {task} --solution -o solution.html",
    )


def _first_index(file: str) -> int:
    """Return the index of a template's first task: 0, or that of its first variation."""
    from topple.worlds import find_template

    template = find_template(file)
    try:
        return template.task(0).id.index
    except ToppleError:
        return template.first_variation


def _show(args: argparse.Namespace, files: Sequence[Path], *steps: str) -> int:
    """Print the files that were written, and the commands that try them."""
    if args.json:
        show_json({"files": [str(path) for path in files]})
        return 0
    for path in files:
        print(path)
    say("\ntry it:")
    for line in steps:
        say(f"  {line}")
    return 0


_VERBS = {
    "world": Verb("Write a package with a world.", _add_name, _new_world),
    "agent": Verb("Write a file with an agent.", _add_name, _new_agent),
    "template": Verb("Write a file with a template of a world.", _add_template, _new_template),
}
