"""Run a season: commit to secret tasks first, reveal them at the end.

`new` draws a secret seed and writes season.json, the public commitment, and secret.json, which
stays with you. `serve` writes the tasks for the players, who run `topple eval PROTOCOL --tasks
FILE`; with --port it also gives scenes and takes actions over HTTP, so that players need no
templates; `invite` makes the key of a player. `reveal` publishes the seed. With it, and the files
that were published before, anyone can `check` that the tasks served are the ones that the season
was committed to. `seal` draws one of the equally good actions of every task and keeps it secret:
`topple verify --seals` then tests whether an agent plays these more often than chance allows.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from topple.cli._console import say, show_json
from topple.cli._types import whole
from topple.progress import Bar

GROUP = "evaluate"
STEPS = ["new", "serve", "invite", "seal", "reveal", "check"]
EXAMPLES = """\
  topple season new seasons/2027 --protocol phyre-b-within --tasks 4
  topple season new seasons/2027 --protocol phyre-b-cross --template shelf_to_jar --tasks 20
  topple season serve seasons/2027 --file tasks.json
  topple season serve seasons/2027 --port 8650
  topple season invite seasons/2027 --name ada
  topple eval phyre-b-within --agent random --tasks tasks.json
  topple season seal seasons/2027 --file tasks.json
  topple season reveal seasons/2027
  topple season check seasons/2027 --file tasks.json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("step", choices=STEPS, metavar="STEP")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the season")
    parser.add_argument("--protocol", help="of `new`: the protocol whose rules count")
    parser.add_argument(
        "--template", action="append", default=[], help="of `new`: repeat for more; all by default"
    )
    parser.add_argument(
        "--tasks", type=whole(1, 1000), default=4, help="of `new`: tasks per template (default: 4)"
    )
    parser.add_argument(
        "--file", type=Path, metavar="FILE", help="of `serve`, `seal`, `check`: the drawn tasks"
    )
    parser.add_argument("--name", help="of `invite`: the player's name")
    parser.add_argument(
        "--port",
        type=whole(0, 65_535),
        help="of `serve`: answer requests here; 0 takes a free port",
    )
    parser.add_argument(
        "--host", help="of `serve`: the address to listen on; by default this machine alone"
    )


def run(args: argparse.Namespace) -> int:
    from topple.errors import BadInput
    from topple.submissions import season

    folder: Path = args.folder
    if args.step == "new":
        if not args.protocol:
            raise BadInput("a season needs the rules of a protocol", "give --protocol NAME")
        plan = season.new(folder.resolve().name, args.protocol, args.template, args.tasks, folder)
        count = len(plan.templates) * plan.tasks
        say(f"publish {folder / season.SEASON}; keep {folder / season.SECRET} to yourself")
        facts = {"season": plan.name, "tasks": count}
    elif args.step == "invite":
        from topple.submissions.players import invite

        key = invite(folder, args.name or "")
        say("give this key to the player; it is not stored")
        facts = {"player": args.name, "key": key}
        if not args.json:
            print(key)
    elif args.step == "seal":
        from topple.submissions.leaks import SEALS, seal

        count = seal(folder, args.file or folder / season.TASKS)
        say(f"{folder / SEALS}: {count} tasks with several good actions; keep it to yourself")
        facts = {"season": folder.resolve().name, "tasks": count}
    elif args.step == "reveal":
        season.reveal(folder)
        say(f"publish {folder / season.REVEALED}")
        facts = {"season": folder.resolve().name}
    else:
        file = args.file or folder / season.TASKS
        act = season.serve if args.step == "serve" else season.check
        with Bar(args.step, "tasks") as bar:
            found = act(folder, file, bar.update)
        say(f"{file}: {len(found)} tasks" + (", as committed" if args.step == "check" else ""))
        facts = {"season": folder.resolve().name, "tasks": len(found)}
    if args.json:
        show_json(facts)
    if args.step == "serve" and args.port is not None:
        _answer(args, folder, file)
    return 0


def _answer(args: argparse.Namespace, folder: Path, tasks: Path) -> None:
    """Answer players until Ctrl-C."""
    from topple.submissions.served import Served
    from topple.web.safety import LOOPBACK as LOCAL
    from topple.web.serve import LOOPBACK, listen, serve

    served = Served(folder, tasks, args.line)
    with listen(args.host or LOOPBACK, args.port) as opened:
        host, port = opened.getsockname()[:2]
        say(f"serving at http://{host}:{port}/tasks; Ctrl-C ends")
        try:
            serve(served.app(() if args.host else LOCAL), opened)
        finally:
            served.close()
    for run in served.folders:
        say(f"{run}\n  topple submit {run} --out SUBMISSION --author NAME")
