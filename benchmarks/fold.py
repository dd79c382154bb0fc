"""Evaluate RAND on a fold of PHYRE-B within templates, with Topple and with the original package.

Both try the same list of actions, 100 counted attempts per task, and must solve every task at the
same attempt. Topple's time covers the whole command with its records; the original's covers its
evaluation loop, after its tasks are loaded.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import record

sys.path.append(str(Path(__file__).resolve().parents[1]))
from tools.align.phyre.original import Reference
from topple.agents import make_agent
from topple.protocols import protocol
from topple.runs.evaluate import Plan
from topple.runs.load import Run, load
from topple.worlds import phyre

PROTOCOL = "phyre-b-within"


def topple(limit: int | None, workers: int, folder: Path) -> tuple[float, float, Run]:
    """Run the command; return wall and CPU seconds and the run."""
    command = [str(Path(sys.executable).with_name("topple")), "eval", PROTOCOL, "--agent", "random"]
    command += ["--set", "listed=true", "--threads", str(workers), "--out", str(folder)]
    command += [] if limit is None else ["--limit", str(limit)]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"error: `{' '.join(command)}` failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, load(folder)


def main() -> int:
    """Measure and print; return 1 if the two differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--limit", type=int, help="number of tasks, evenly chosen (default: all)")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    plan = Plan(protocol(PROTOCOL), make_agent("random"), (0,), limit=options.limit)
    names = plan.tasks(0)
    with tempfile.TemporaryDirectory() as folder:
        one = topple(options.limit, 1, Path(folder) / "1")
        two = topple(options.limit, 2, Path(folder) / "2")
        found = dict(zip(one[2].results.task, one[2].results.solved_at.tolist(), strict=True))
    with Reference() as reference:
        theirs = reference.ask("rand", tasks=[phyre.task(n).phyre_id for n in names], attempts=100)
        versions = reference.ask("versions")
    ours = [found[name] for name in names]
    equal = sum(a == b for a, b in zip(ours, theirs["solved_at"], strict=True))
    wall, cpu = theirs["wall_s"], theirs["cpu_s"]
    rows = [
        ["", "wall s", "CPU s", "times as fast (wall)", "(CPU)"],
        ["original", f"{wall:.1f}", f"{cpu:.1f}", "", ""],
        *(
            [name, f"{w:.1f}", f"{c:.1f}", f"{wall / w:.2f}", f"{cpu / c:.2f}"]
            for name, (w, c, _) in (("Topple, 1 worker", one), ("Topple, 2 workers", two))
        ),
    ]
    notes = [
        f"{equal} of {len(names)} tasks end at the same attempt",
        f"AUCCESS of the original's evaluator: {100 * theirs['auccess']:.2f}",
        f"compared with {json.dumps(versions)}",
    ]
    print(record.machine(), record.table(rows), *notes, sep="\n")
    if not options.no_save:
        summary = f"RAND on {len(names)} test tasks of `{PROTOCOL}`, fold 0, 100 attempts each."
        record.save("fold", summary, rows, notes)
    return 0 if equal == len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
