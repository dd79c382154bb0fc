"""Show where Topple's PHYRE differs from the original package, if anywhere.

Tasks and folds always; `--recorded` plays the solutions that the package recorded of its tasks;
`--golden` adds recorded outcomes; `--reference` plays both side by side.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from align_golden import compare_golden
from align_recorded import compare_recorded
from align_reference import compare_folds, compare_play
from align_tasks import compare_tasks
from phyre_reference import NoReference, Reference, wheel
from tally import Tally, summary


def main() -> int:
    """Compare and print; 1 if anything differs that may not."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--wheel", type=Path, help="the original's wheel, if it is here already")
    parser.add_argument(
        "--recorded",
        action="store_true",
        help="also play the package's recorded solutions (needs Python 3.9)",
    )
    parser.add_argument("--golden", type=Path, help="outcomes recorded from the original")
    parser.add_argument(
        "--reference", action="store_true", help="also play both (needs Python 3.9)"
    )
    parser.add_argument(
        "--actions", type=int, default=4, help="valid actions per template to play, and invalid"
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
        print(f"fold lists are not compared with the package: {error}", file=sys.stderr)
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
