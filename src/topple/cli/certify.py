"""Find and store a solution of every task, with proof that waiting is not enough.

Each world searches in its own way: random actions, solutions of other tasks carried over, shots
close to a template's plan. It also measures how hard each task is. `physiq` stands for proposals of
PhysIQ's questions: for 20 tasks of each PHYRE template, one placement that wins and three nearby
ones that lose. A template takes minutes. Finished templates are kept, so Ctrl-C loses at
most one.
"""

from __future__ import annotations

import argparse

from topple.cli._console import say
from topple.cli._types import whole

EXAMPLES = """\
  topple certify off_the_ledge
  topple certify --again 00002
  topple certify birds
  topple certify birds/under_a_roof
  topple certify physiq/off_the_ledge --again
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "template",
        nargs="*",
        help="templates or worlds; by default all templates without certificates",
    )
    parser.add_argument("--again", action="store_true", help="replace existing certificates")
    parser.add_argument(
        "--actions",
        type=whole(1, 100_000),
        default=1000,
        help="random valid actions per task, in worlds that measure how many of them solve it",
    )
    parser.add_argument("--threads", type=whole(1, 1024), help="threads to use; all by default")


def run(args: argparse.Namespace) -> int:
    from topple.cli._selection import choose_templates
    from topple.progress import Bar

    work = choose_templates(args.template)
    for number, one in enumerate(work, 1):
        path = one.source.file(one.template)
        if path.exists() and not args.again:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        head = f"[{number}/{len(work)}] {one}"
        with Bar(head, "done") as bar:
            found = one.source.certify(
                one.template, actions=args.actions, threads=args.threads, report=bar.update
            )
        say(f"{head}: {found}")
    return 0
