"""Find and store a solution of every task, with proof that waiting is not enough.

For each template: the 100 tasks that PHYRE ships, if it is one of PHYRE's, and 100 further
variations. Random valid actions give the solution volume and most solutions; solutions of other
tasks, carried over, give the rest. Takes minutes a template; templates that are done are kept, so
Ctrl-C loses at most one.
"""

from __future__ import annotations

import argparse
from functools import partial

from topple.cli._console import say
from topple.cli._types import whole

EXAMPLES = """\
  topple certify off_the_ledge
  topple certify --again 00002
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("template", nargs="*", help="templates; all that have no certificates yet")
    parser.add_argument("--again", action="store_true", help="replace certificates that exist")
    parser.add_argument(
        "--actions", type=whole(1, 100_000), default=1000, help="random valid actions a task"
    )
    parser.add_argument("--threads", type=whole(1, 1024), help="threads to use; all by default")


def run(args: argparse.Namespace) -> int:
    from topple.worlds import phyre
    from topple.worlds.phyre.certified import FOLDER
    from topple.worlds.phyre.certify import certify

    names = args.template or list(phyre.all_templates())
    templates = [phyre.template(name.removeprefix("phyre/")) for name in names]
    FOLDER.mkdir(exist_ok=True)
    for number, template in enumerate(templates, 1):
        path = FOLDER / f"{template.name}.json"
        if path.exists() and not args.again:
            continue
        head = f"[{number}/{len(templates)}] {template.name}: "
        found = certify(
            template, args.actions, threads=args.threads, report=partial(_say_after, head)
        )
        found.save(path)
        say(f"{head}{len(found.tasks)} certified, {len(found.refused)} refused")
    return 0


def _say_after(head: str, stage: str) -> None:
    say(head + stage)
