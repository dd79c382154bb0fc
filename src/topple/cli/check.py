"""Check the stored certificates again: solutions still solve, waiting still does not.

Every solution is played with PHYRE's stability test, and every scene is left to itself. With
`--deep` the margins and the solution volumes are measured again too, which takes much longer.
"""

from __future__ import annotations

import argparse
import sys

from topple.cli._console import coloured, complain, show_json
from topple.cli._types import whole

EXAMPLES = """\
  topple check
  topple check off_the_ledge 00003
  topple check 00002 --deep
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("template", nargs="*", help="templates; all by default")
    parser.add_argument("--deep", action="store_true", help="measure margins and volumes again")
    parser.add_argument("--most", type=whole(1, 1000), help="only so many tasks of each template")
    parser.add_argument("--threads", type=whole(1, 1024), help="threads to use; all by default")


def run(args: argparse.Namespace) -> int:
    from topple.worlds import phyre
    from topple.worlds.phyre.certified import check

    names = args.template or list(phyre.all_templates())
    templates = [phyre.template(name.removeprefix("phyre/")) for name in names]
    wrong: dict[str, str] = {}
    checked = alone = 0
    for number, template in enumerate(templates, 1):
        if sys.stderr.isatty():
            text = f"\r{number}/{len(templates)} {template.name:<32}"
            print(text, end="", file=sys.stderr, flush=True)
        result = check(template, most=args.most, deep=args.deep, threads=args.threads)
        checked += result.checked
        alone += len(result.solve_themselves)
        wrong.update(result.wrong)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if args.json:
        show_json({"checked": checked, "solve_themselves": alone, "wrong": wrong})
    else:
        verdict = coloured("not ok", "red") if wrong else coloured("ok", "green")
        print(f"{checked} certificates {verdict}, {len(wrong)} wrong; {alone} solve themselves")
        for task, why in wrong.items():
            complain(f"{task}: {why}")
    return 1 if wrong else 0
