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
from typing import Any

from topple.cli._console import counted, say, show_json
from topple.cli._types import whole
from topple.cli._verbs import Verb, add_verbs, run_verb
from topple.progress import Bar

EXAMPLES = """\
  topple season new seasons/2027 phyre-b-within --per-template 4
  topple season new seasons/2027 phyre-b-cross --template shelf_to_jar --per-template 20
  topple season serve seasons/2027 --file tasks.json
  topple season serve seasons/2027 --port 8650
  topple season invite seasons/2027 ada
  topple eval phyre-b-within --agent random --tasks tasks.json
  topple season seal seasons/2027
  topple season reveal seasons/2027
  topple season check seasons/2027 --file tasks.json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_verbs(parser, _VERBS, EXAMPLES)


def run(args: argparse.Namespace) -> int:
    return run_verb(args)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the folder of the season")


def _add_file(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument(
        "--file", type=Path, metavar="FILE", help="the drawn tasks; tasks.json in FOLDER by default"
    )


def _add_new(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("protocol", help="the protocol whose rules count")
    parser.add_argument(
        "--template", action="append", default=[], help="repeat for more; all by default"
    )
    parser.add_argument(
        "--per-template", type=whole(1, 1000), default=4, help="tasks per template; 4 by default"
    )


def _add_serve(parser: argparse.ArgumentParser) -> None:
    _add_file(parser)
    parser.add_argument(
        "--port", type=whole(0, 65_535), help="also answer requests here; 0 takes a free port"
    )
    parser.add_argument("--host", help="address to listen on; by default this machine alone")


def _add_invite(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("name", metavar="NAME", help="the player's name")


def _new(args: argparse.Namespace) -> int:
    from topple.submissions import season

    folder: Path = args.folder
    name = folder.resolve().name
    plan = season.new(name, args.protocol, args.template, args.per_template, folder)
    say(f"publish {folder / season.SEASON}; keep {folder / season.SECRET} to yourself")
    return _show(args, tasks=len(plan.templates) * plan.tasks)


def _serve(args: argparse.Namespace) -> int:
    from topple.submissions import season

    file = args.file or args.folder / season.TASKS
    with Bar("serve", "tasks") as bar:
        found = season.serve(args.folder, file, bar.update)
    say(f"{file}: {counted(len(found), 'task')}")
    _show(args, tasks=len(found))
    if args.port is not None:
        _answer(args, file)
    return 0


def _invite(args: argparse.Namespace) -> int:
    from topple.submissions.players import invite

    key = invite(args.folder, args.name)
    say("give this key to the player; it is not stored")
    if not args.json:
        print(key)
    return _show(args, player=args.name, key=key)


def _seal(args: argparse.Namespace) -> int:
    from topple.submissions.leaks import SEALS, seal
    from topple.submissions.season import TASKS

    count = seal(args.folder, args.file or args.folder / TASKS)
    say(f"{args.folder / SEALS}: {count} tasks with several good actions; keep it to yourself")
    return _show(args, tasks=count)


def _reveal(args: argparse.Namespace) -> int:
    from topple.submissions import season

    season.reveal(args.folder)
    say(f"publish {args.folder / season.REVEALED}")
    return _show(args)


def _check(args: argparse.Namespace) -> int:
    from topple.submissions import season

    file = args.file or args.folder / season.TASKS
    with Bar("check", "tasks") as bar:
        found = season.check(args.folder, file, bar.update)
    say(f"{file}: {counted(len(found), 'task')}, as committed")
    return _show(args, tasks=len(found))


def _show(args: argparse.Namespace, **facts: Any) -> int:
    if args.json:
        show_json({"season": args.folder.resolve().name, **facts})
    return 0


def _answer(args: argparse.Namespace, tasks: Path) -> None:
    """Answer players until Ctrl-C."""
    from topple.submissions.served import Served
    from topple.web.safety import LOOPBACK as LOCAL
    from topple.web.serve import LOOPBACK, listen, serve

    served = Served(args.folder, tasks, args.line)
    with listen(args.host or LOOPBACK, args.port) as opened:
        host, port = opened.getsockname()[:2]
        say(f"serving at http://{host}:{port}/tasks; Ctrl-C ends")
        try:
            serve(served.app(() if args.host else LOCAL), opened)
        finally:
            served.close()
    for run in served.folders:
        say(f"{run}\n  topple submit {run} --out SUBMISSION --author NAME")


_VERBS = {
    "new": Verb("Draw a secret seed and commit to it.", _add_new, _new),
    "serve": Verb("Write the tasks for the players; with --port, answer them.", _add_serve, _serve),
    "invite": Verb("Make the key of a player.", _add_invite, _invite),
    "seal": Verb("Draw secret good actions, to test for leaks.", _add_file, _seal),
    "reveal": Verb("Publish the seed, at the end.", _add_folder, _reveal),
    "check": Verb(
        "Check that the tasks served are those that the season was committed to.",
        _add_file,
        _check,
    ),
}
