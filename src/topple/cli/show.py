"""Show a task or an attempt, in words, as a picture, a film or a page.

Without -o, print a description. The ending of the output file names the format: .png is a picture
of the scene, or a film strip of an attempt; .gif, .webp and .mp4 are films in real time; .html is a
page with a player. Without an attempt, a film shows the scene without an action.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from topple.cli._console import coloured, show_json, show_table

if TYPE_CHECKING:
    from topple.draw.film import Film
    from topple.tasks.task import Task
    from topple.worlds.world import World

GROUP = "begin"
EXAMPLES = """\
  topple show 00003:017
  topple show 00003:017 -o scene.png
  topple show 00003:017 --action 0.3 0.8 0.3 -o attempt.gif
  topple show phyre/off_the_ledge:1000 --action 0.5 0.9 0.2 -o attempt.html
  topple show birds/under_a_roof:3 --action -0.9 -0.4 -1 0 -o attempt.webp
  topple show birds/under_a_roof:3 --solution -o solution.html
  topple show castle.xml -o castle.png
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    from topple.cli._choices import add_rules
    from topple.cli._films import add_film_options
    from topple.cli._types import number

    parser.add_argument("task", metavar="TASK", help="task id, such as 00003:017, or a level file")
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
    add_film_options(parser)


def run(args: argparse.Namespace) -> int:
    from topple import worlds
    from topple.cli._films import checked_path, describe_attempt, explain_refusal, save
    from topple.draw import STRIDE
    from topple.worlds import parts

    path = checked_path(args.out)
    task = worlds.find_task(args.task, dict(args.rules))
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


def attempt_facts(film: Film) -> dict[str, Any]:
    """Return an attempt as plain data."""
    from topple.worlds import parts, world

    own, wanted = world(film.task.id.world), parts.Wanted(bodies=True, threads=1)
    (found,) = parts.results(own, [film.task], [film.action], wanted)
    return {"action": film.action, **found}


def _describe(world: World, task: Task) -> None:
    from topple.worlds import parts

    first, *lines = parts.lines(world, task)
    print(f"{coloured(str(task), 'bold')}  {first}")
    for line in lines:
        print(line)
    if table := parts.table(world, task):
        print()
        show_table(*table)
