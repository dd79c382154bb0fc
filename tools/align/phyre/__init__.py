"""Compare PHYRE with the original package: tasks, folds, recorded and live outcomes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.align.original import NoOriginal
from tools.align.phyre.golden import compare_golden, reads
from tools.align.phyre.original import Reference, wheel
from tools.align.phyre.recorded import compare_recorded
from tools.align.phyre.reference import compare_folds, compare_play
from tools.align.phyre.tasks import compare_tasks
from tools.align.tally import Tally

__all__ = ["add_options", "compare_golden", "compare_original", "reads"]


def add_options(group: argparse._ArgumentGroup) -> None:
    """Declare the options: each adds a comparison and costs more time."""
    group.add_argument(
        "--wheel", type=Path, help="a downloaded wheel of the original; fetched if left out"
    )
    group.add_argument(
        "--recorded",
        action="store_true",
        help="play the solutions stored in the package (needs Python 3.9)",
    )
    group.add_argument(
        "--reference", action="store_true", help="play both engines (needs Python 3.9)"
    )
    group.add_argument(
        "--actions",
        type=int,
        default=4,
        help="valid actions per template with --reference, and as many invalid; 4 by default",
    )


def compare_original(options: argparse.Namespace) -> list[Tally]:
    """Compare tasks and folds, and what the options add."""
    package = options.wheel or wheel()
    tallies = compare_tasks(package)
    try:
        running = Reference()
    except NoOriginal as error:
        if options.reference or options.recorded:
            raise
        print(f"skipped the fold lists of the package: {error}", file=sys.stderr)
        return tallies
    with running as reference:
        tallies.append(compare_folds(reference))
        if options.recorded:
            tallies.append(compare_recorded(package, reference))
        if options.reference:
            tallies += compare_play(reference, options.actions)
    return tallies
