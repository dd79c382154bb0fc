"""Show a task, or an attempt at it, in words, as a picture, a film or a page.

Without -o: a description. The ending of the output file says what to make: .png is a picture of the
scene, or of an attempt a film strip; .gif, .webp and .mp4 are films in real time; .html is a page
with a player, for phyre. Without an attempt a film shows what happens when nobody acts. Dots on a
scene of birds are ways to the nearest pig; on a strip, where the birds went.
"""

from __future__ import annotations

import argparse

from topple.cli._console import show_json

EXAMPLES = """\
  topple show 00003:017
  topple show 00003:017 -o scene.png
  topple show 00003:017 --action 0.3 0.8 0.3 -o attempt.gif
  topple show phyre/off_the_ledge:1000 --action 0.5 0.9 0.2 -o attempt.html
  topple show birds/under_a_roof:3 --action -0.9 -0.4 -1 0 -o attempt.webp
  topple show birds/under_a_roof:3 --solution -o solution.png
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    from topple.cli._films import add_film_options
    from topple.cli._types import number

    parser.add_argument("task", metavar="TASK", help="such as 00003:017 or birds/under_a_roof:3")
    attempt = parser.add_mutually_exclusive_group()
    attempt.add_argument(
        "--action",
        type=number,
        nargs="+",
        metavar="X",
        help="phyre: x, y and radius of each ball, all from 0 to 1; "
        "birds: x, y, tap and delay of each shot, a negative tap is none",
    )
    attempt.add_argument("--solution", action="store_true", help="play the stored solution")
    add_film_options(parser)


def run(args: argparse.Namespace) -> int:
    from topple.cli._films import checked_path, explain_refusal, save, tell
    from topple.cli._told import find_task, solution, told
    from topple.draw.film import STRIDE
    from topple.reports.filming import film

    path = checked_path(args.output)
    task = find_task(args.task)
    played = film(task, solution(task) if args.solution else args.action, args.stride or STRIDE)
    if path:
        save(played, path, args.size, args.stride)
    words = told(played)
    if args.json:
        attempt = {"attempt": words.attempt_facts()} if played.action else {}
        file = {"file": str(path)} if path else {}
        show_json({**words.task_facts(), **attempt, **file})
    elif path is None:
        words.describe()
    if not args.json and played.action:
        tell(played)
    explain_refusal(played)
    return 1 if played.outcome in ("invalid", "failed") else 0
