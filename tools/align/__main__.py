"""Compare Topple's worlds with the packages they re-create and count the differences.

  python -m tools.align                        every world, with its original where it is at hand
  python -m tools.align phyre                  one world
  python -m tools.align --golden FILE.json.gz  outcomes recorded from an original
  python -m tools.align phyre --recorded       solutions stored in PHYRE's package
  python -m tools.align phyre --reference      both engines of PHYRE side by side

Exit code 0: aligned. 1: something differs that may not. 2: nothing could be compared.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tools.align.golden import compare_golden
from tools.align.original import NoOriginal
from tools.align.tally import Tally, summary
from tools.align.worlds import Comparison, comparisons
from topple.errors import ToppleError


def main() -> int:
    """Compare, print a table and return the exit code."""
    known = comparisons()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("world", nargs="?", choices=sorted(known), help="all if left out")
    parser.add_argument("--golden", type=Path, help="compare with this file of outcomes alone")
    for name, comparison in known.items():
        comparison.add_options(parser.add_argument_group(f"options of {name}"))
    options = parser.parse_args()
    start = time.perf_counter()
    try:
        if options.golden:
            tallies = compare_golden(options.golden)
        else:
            asked = {options.world: known[options.world]} if options.world else known
            tallies = _compare_originals(asked, options)
    except (OSError, ToppleError) as error:
        print(f"error: {error}", file=sys.stderr)
        if hint := getattr(error, "hint", None):
            print(f"hint: {hint}", file=sys.stderr)
        return 2
    print(summary(tallies))
    fine = all(tally.fine for tally in tallies)
    print(f"{'aligned' if fine else 'NOT ALIGNED'} ({time.perf_counter() - start:.0f} s)")
    return 0 if fine else 1


def _compare_originals(asked: dict[str, Comparison], options: argparse.Namespace) -> list[Tally]:
    tallies: list[Tally] = []
    missing: NoOriginal | None = None
    for name, comparison in asked.items():
        try:
            tallies += comparison.compare_original(options)
        except NoOriginal as error:
            print(f"skipped {name}: {error}", file=sys.stderr)
            missing = error
    if missing is not None and not tallies:
        raise missing
    return tallies


if __name__ == "__main__":
    sys.exit(main())
