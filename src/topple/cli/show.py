"""Show a task, or an attempt of a run, in words, as a picture, a film or a page.

Without -o, print a description. The ending of the output file names the format: .png is a picture
of the scene, or a film strip of an attempt; .gif, .webp and .mp4 are films in real time; .html is a
page with a player. Without an attempt, a film shows the scene without an action.

Of a run, the first task that was solved is shown, by the attempt that solved it, or else the last
one; --task and --attempt choose others. The action is played again and the result compared with the
record; the exit code is 1 if the two differ.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from topple.cli._console import coloured, show_json, show_table
from topple.errors import BadInput

if TYPE_CHECKING:
    from topple.tasks.task import Task
    from topple.worlds.world import World

EXAMPLES = """\
  topple show 00003:017
  topple show 00003:017 -o scene.png
  topple show 00003:017 --action 0.3 0.8 0.3 -o attempt.gif
  topple show phyre/off_the_ledge:1000 --action 0.5 0.9 0.2 -o attempt.html
  topple show birds/under_a_roof:3 --action -0.9 -0.4 -1 0 -o attempt.webp
  topple show birds/under_a_roof:3 --solution -o solution.html
  topple show castle.xml -o castle.png
  topple show runs/random
  topple show runs/random --task 00003:017 --attempt 5 -o attempt.gif
"""
# Options that have an effect on a task alone, and on a run alone.
_OF_TASKS, _OF_RUNS = ("action", "solution", "rules"), ("task", "attempt", "fold")


def arguments(parser: argparse.ArgumentParser) -> None:
    from topple.cli._choices import add_rules
    from topple.cli._films import add_film_options
    from topple.cli._types import number, whole

    parser.add_argument(
        "what",
        nargs="+",
        metavar="WHAT",
        help="task id, such as 00003:017, or a level file, or a run folder",
    )
    attempt = parser.add_mutually_exclusive_group()
    attempt.add_argument(
        "--action",
        type=number,
        nargs="+",
        metavar="X",
        help="play an action, given as numbers; `topple list` explains them for each world",
    )
    attempt.add_argument("--solution", action="store_true", help="play the stored solution")
    add_rules(parser)
    played = parser.add_argument_group("an attempt of a run")
    played.add_argument("--task", metavar="ID", help="task that was played")
    played.add_argument(
        "--attempt", type=whole(1, 1_000_000), metavar="N", help="number of the attempt, from 1"
    )
    played.add_argument(
        "--fold", type=whole(0, 1000), metavar="N", help="fold of the task; the first by default"
    )
    add_film_options(parser)


def run(args: argparse.Namespace) -> int:
    if len(args.what) > 1 and (args.out or args.json):
        raise BadInput("-o and --json show one thing at a time", "name one task or run")
    return max(_show(name, args) for name in args.what)


def _show(name: str, args: argparse.Namespace) -> int:
    """Show a task or a run, whichever has this name; return the exit code."""
    is_run = Path(name).is_dir()
    for option in _OF_TASKS if is_run else _OF_RUNS:
        if getattr(args, option) not in (None, False, []):
            of = "a task" if is_run else "a run folder"
            raise BadInput(f"--{option} is for {of}; `{name}` is none", f"leave out --{option}")
    if is_run:
        from topple.cli._replay import replay

        return replay(args, Path(name))
    return _show_task(name, args)


def _show_task(name: str, args: argparse.Namespace) -> int:
    from topple import worlds
    from topple.cli._films import checked_path, describe_attempt, explain_refusal, save
    from topple.cli._replay import attempt_facts
    from topple.draw import STRIDE
    from topple.worlds import parts

    path = checked_path(args.out)
    task = worlds.find_task(name, dict(args.rules))
    own = worlds.world(task.id.world)
    given = None if args.action is None else task.actions.one(args.action)
    action = own.solution(task) if args.solution else given
    # A description needs no film, so it also works in worlds that have none.
    film = worlds.film(task, action, args.stride or STRIDE) if path or action else None
    if film and path:
        save(film, path, args.size, args.stride)
    if args.json:
        attempt = {"attempt": attempt_facts(film)} if film and film.action else {}
        file = {"file": str(path)} if path else {}
        show_json({**parts.facts(own, task), **attempt, **file})
    elif path is None:
        _describe(own, task)
    if film is None:
        return 0
    if not args.json and film.action:
        describe_attempt(film)
    explain_refusal(film)
    return 1 if film.outcome in ("invalid", "failed") else 0


def _describe(world: World, task: Task) -> None:
    from topple.worlds import parts

    first, *lines = parts.lines(world, task)
    print(f"{coloured(str(task), 'bold')}  {first}")
    for line in lines:
        print(line)
    if table := parts.table(world, task):
        print()
        show_table(*table)
