"""Compare Topple's PHYRE with the original package and count the differences.

Tasks and fold lists are always compared. The options add more, and cost more time:

  python -m tools.align                            tasks and folds, about a minute
  python -m tools.align --golden outcomes.json.gz  outcomes recorded from the original
  python -m tools.align --recorded                 solutions stored in the original package
  python -m tools.align --reference --actions 20   both engines side by side

Exit code 0: aligned. 1: something differs that may not. 2: the original is not available.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tools.align.golden import compare_golden
from tools.align.original import NoReference, Reference, wheel
from tools.align.recorded import compare_recorded
from tools.align.reference import compare_folds, compare_play
from tools.align.tally import Tally, summary
from tools.align.tasks import compare_tasks


def main() -> int:
    """Compare, print a table and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--wheel", type=Path, help="a downloaded wheel of the original; fetched if left out"
    )
    parser.add_argument(
        "--recorded",
        action="store_true",
        help="play the solutions stored in the package (needs Python 3.9)",
    )
    parser.add_argument(
        "--golden", type=Path, help="compare with outcomes recorded from the original"
    )
    parser.add_argument(
        "--reference", action="store_true", help="play both engines (needs Python 3.9)"
    )
    parser.add_argument(
        "--actions",
        type=int,
        default=4,
        help="valid actions per template with --reference, and as many invalid; 4 by default",
    )
    options = parser.parse_args()
    start = time.perf_counter()
    try:
        package = options.wheel or wheel()
        tallies = compare_tasks(package)
        if options.golden:
            tallies += compare_golden(options.golden)
        tallies += _with_package(options, package)
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except NoReference as error:
        print(f"error: {error}\nhint: {error.hint}", file=sys.stderr)
        return 2
    print(summary(tallies))
    fine = all(tally.fine for tally in tallies)
    print(f"{'aligned' if fine else 'NOT ALIGNED'} ({time.perf_counter() - start:.0f} s)")
    return 0 if fine else 1


def _with_package(options: argparse.Namespace, package: Path) -> list[Tally]:
    try:
        running = Reference()
    except NoReference as error:
        if options.reference or options.recorded:
            raise
        print(f"skipped the fold lists of the package: {error}", file=sys.stderr)
        return []
    with running as reference:
        tallies = [compare_folds(reference)]
        if options.recorded:
            tallies.append(compare_recorded(package, reference))
        if options.reference:
            tallies += compare_play(reference, options.actions)
    return tallies


if __name__ == "__main__":
    sys.exit(main())
