"""Verify an honest submission of every protocol, and time it in CPU seconds per 10,000 attempts.

python benchmarks/verification.py [PROTOCOL ...] [--attempts 200]
"""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import os
import sys
import tempfile
import time
from pathlib import Path

import record

from topple.agents.random import Random
from topple.cli.main import main as topple
from topple.protocols import all_protocols
from topple.submissions.verify import verify
from topple.tasks.protocol import Protocol

LEVELS = Path(__file__).parents[1] / "tests" / "recorded" / "runs"
_MODEL_TASKS = 40  # tasks that a model is asked: its pictures take longer than verification
_FIRST = ("rope-packs", "ladder-pool")  # these import what all others share, uncounted


def quiet(*words: str) -> None:
    """Run a command without its output."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert topple(list(words)) == 0, words


def play(rules: Protocol, attempts: int, folder: Path) -> Path:
    """Play at random and pack the run; return the submission."""
    run, out = folder / "run", folder / "submission"
    if rules.of_files:
        some = ["--levels", str(LEVELS / rules.name / "levels")]
    else:
        each = (Random.passes or 1) if rules.plays_on else rules.attempts
        tasks = _MODEL_TASKS if rules.for_models else math.ceil(attempts / each)
        some = ["--limit", str(tasks)]
    who = ["--model", "topple/random-valid"] if rules.for_models else ["--agent", "random"]
    quiet("eval", rules.name, *who, *some, "--out", str(run))
    quiet("submit", str(run), "--out", str(out), "--author", "Topple")
    return out


def row(rules: Protocol, attempts: int) -> tuple[str, ...]:
    """Return the protocol, its player, attempts, tasks and CPU seconds per 10,000 attempts."""
    with tempfile.TemporaryDirectory() as place:
        submission = play(rules, attempts, Path(place))
        start = time.process_time()
        found = verify(submission, threads=1)
        spent = time.process_time() - start
    assert found.verified, [str(fault) for fault in found.faults]
    (own,) = found.runs.values()
    player = "a model's answers" if rules.for_models else "actions"
    each = 10_000 * spent / own["attempts"]
    return rules.name, player, str(own["tasks"]), f"{own['attempts']:,}", f"{each:.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("protocols", nargs="*", help="all by default")
    parser.add_argument("--attempts", type=int, default=200, help="at least, where a task has many")
    parser.add_argument("--no-save", action="store_true", help="only print")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    for name in _FIRST:
        row(all_protocols()[name], 1)
    rows: list[record.Row] = [("", "what is checked", "tasks", "attempts", "CPU s per 10,000")]
    for name, rules in all_protocols().items():
        if name in (options.protocols or all_protocols()):
            rows.append(row(rules, options.attempts))
            print(record.table([rows[0], rows[-1]]).splitlines()[-1], flush=True)
    notes = [
        "random play, on one thread; building the tasks and computing the scores is included, so "
        "that protocols of many attempts per task are cheaper",
        f"load of the machine before: {load:.1f}",
    ]
    if not options.no_save:
        summary = "`topple verify` of an honest submission of every protocol."
        record.save("verification", summary, rows, notes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
