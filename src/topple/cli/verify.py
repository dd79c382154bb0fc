"""Verify a submission: play every attempt again and compute every score again.

Every task is built again and compared with its hash, every attempt is simulated and compared bit
for bit, and scores, intervals and costs are computed from the attempts. The answers of models are
read again, too. Agents of this Topple that need no training are run again on two tasks of each run.
Nothing is written into the folder; the exit code is 1 if anything is wrong. Resumes after a stop:
run the same command again.

This proves outcomes: the recorded actions do what is recorded. It does not prove how the actions
were found. With --reproduce, agents of this Topple are run again on all tasks; their names are
looked up among its own agents, and no other code is run.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from topple.cli._console import coloured, complain, counted, say, show_json
from topple.cli._types import whole
from topple.progress import Bar

EXAMPLES = """\
  topple verify submission
  topple verify leaderboard/2026/random --threads 8
  topple verify submission --reproduce
  topple verify submission --tasks tasks.json
  topple verify submission --json
"""
_SHOWN = 20  # faults


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="a submission")
    parser.add_argument("--threads", type=whole(1, 1024), help="threads to use; all by default")
    parser.add_argument(
        "--seals", type=Path, metavar="FILE", help="test for leaks of what `season seal` sealed"
    )
    parser.add_argument(
        "--tasks", type=Path, metavar="FILE", help="check that these were played: of `season serve`"
    )
    parser.add_argument("--reproduce", action="store_true", help="also run the agents again")


def run(args: argparse.Namespace) -> int:
    from topple.submissions.leaks import read_seals
    from topple.submissions.season import read_tasks
    from topple.submissions.verify import PROVES, verify

    seals = read_seals(args.seals) if args.seals else None
    tasks = read_tasks(args.tasks) if args.tasks else None
    facts, wrong = {}, 0
    for folder in args.folders:
        with Bar(f"verify {folder.name}", "attempts") as bar:
            found = verify(folder, args.threads, bar.update, seals, tasks)
        facts[str(folder)] = found.facts()
        wrong += not found.verified
        if args.reproduce and found.verified:
            differs = _reproduce(folder, args.threads)
            facts[str(folder)] |= {"reproduced": not differs, "not_reproduced": differs}
            wrong += bool(differs)
        for fault in found.faults[:_SHOWN]:
            complain(f"{folder}: {fault}")
        if found.leak:
            leak = found.leak
            words = "has seen the seals" if leak.alarm else "no sign of a leak"
            say(
                f"{folder}: {words}: {leak.hits} of {leak.solved} tasks solved by the sealed "
                f"action, {leak.expected:.1f} expected by chance, p = {leak.p:.2g}"
            )
        if len(found.faults) > _SHOWN:
            say(f"and {len(found.faults) - _SHOWN:,} more; --json names them")
        if not args.json:
            count = sum(own.get("attempts", 0) for own in found.runs.values())
            verdict = coloured("verified", "green") if found.verified else coloured("wrong", "red")
            runs = counted(len(found.runs), "run")
            print(f"{folder}: {verdict}, {runs}, {count:,} attempts played again")
    if args.json:
        show_json(facts if len(args.folders) > 1 else facts[str(args.folders[0])])
    else:
        say(PROVES)
    return 1 if wrong else 0


def _reproduce(folder: Path, threads: int | None) -> dict[str, str]:
    """Run the agents of a submission again; return which runs differ, and say so."""
    import tempfile

    from topple.submissions.files import take
    from topple.submissions.reproduce import reproduce

    with tempfile.TemporaryDirectory() as place:
        taken = take(folder, Path(place), lambda fault: None)
        found = {run.name: reproduce(run, threads) for run in taken.runs}
    differs = {name: why for name, why in found.items() if why}
    for name, why in differs.items():
        complain(f"{folder}: {name} is not reproduced: {why}")
    return differs
