"""Check the stored certificates: solutions must still solve, waiting must not.

Every stored solution is played again, and every task is run without an action. The proposals of
`physiq` must win and lose as stored. `--deep` also repeats the slow measurements, such as margins
and the share of random actions that solve a task.
"""

from __future__ import annotations

import argparse
from collections import Counter

from topple.cli._console import coloured, complain, show_json
from topple.cli._types import whole
from topple.progress import Bar

EXAMPLES = """\
  topple check
  topple check off_the_ledge 00003
  topple check 00002 --deep
  topple check birds --most 10
  topple check physiq --most 3
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("template", nargs="*", help="templates or worlds; all by default")
    parser.add_argument("--deep", action="store_true", help="also repeat the slow measurements")
    parser.add_argument(
        "--most", type=whole(1, 1000), help="maximum number of tasks per template; all by default"
    )
    parser.add_argument("--threads", type=whole(1, 1024), help="threads to use; all by default")


def run(args: argparse.Namespace) -> int:
    from topple.cli._selection import choose_templates

    work = choose_templates(args.template)
    wrong: dict[str, str] = {}
    unsolved: list[str] = []
    notes: Counter[str] = Counter()
    checked = 0
    with Bar("check", "templates") as bar:
        for number, one in enumerate(work, 1):
            bar.update(number - 1, len(work), str(one))
            found = one.source.check(
                one.template, most=args.most, deep=args.deep, threads=args.threads
            )
            checked += found.checked
            notes.update(found.counts)
            wrong.update(found.wrong)
            if not found.checked and not found.wrong:
                unsolved.append(str(one))
            bar.update(number, len(work), str(one))
    if args.json:
        show_json({"checked": checked, **notes, "wrong": wrong, "unsolved": unsolved})
        return 1 if wrong else 0
    verdict = f"{len(wrong):,} do not hold" if wrong else "all hold"
    print(f"{checked:,} certificates checked: {coloured(verdict, 'red' if wrong else 'green')}")
    for what, count in notes.items():
        if what != "open":
            print(f"{count:,} {what.replace('_', ' ')}")
    if unsolved:
        print(f"{len(unsolved):,} templates have no known solution: {', '.join(unsolved)}")
    for task, why in wrong.items():
        complain(f"{task}: {why}")
    return 1 if wrong else 0
