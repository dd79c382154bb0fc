"""Find and store a solution of every task, with proof that waiting is not enough.

For each template of phyre: the 100 tasks that PHYRE ships, if it is one of PHYRE's, and 100 further
variations. Random valid actions give the solution volume and most solutions; solutions of other
tasks, carried over, and climbs from actions that bring the two bodies near each other give the
rest. For each template of birds: the first 100 tasks that shots close to its plan solve. For each
template of physiq: proposals for 20 tasks of PHYRE, one that wins and three near it that lose, of
which questions are made. Takes minutes a template; templates that are done are kept, so Ctrl-C
loses at most one.
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
        "template", nargs="*", help="templates or worlds; all that have no certificates yet"
    )
    parser.add_argument("--again", action="store_true", help="replace certificates that exist")
    parser.add_argument(
        "--actions", type=whole(1, 100_000), default=1000, help="phyre: random valid actions a task"
    )
    parser.add_argument("--threads", type=whole(1, 1024), help="threads to use; all by default")


def run(args: argparse.Namespace) -> int:
    from topple.cli._benches import chosen

    work = chosen(args.template)
    for number, one in enumerate(work, 1):
        path = one.bench.path(one.template)
        if path.exists() and not args.again:
            continue
        path.parent.mkdir(exist_ok=True)
        head = f"[{number}/{len(work)}] {one}"
        say(f"{head}: {one.bench.certify(one.template, head, args.actions, args.threads)}")
    return 0
