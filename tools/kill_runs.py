"""Kill a run at random moments, resume it each time, and compare with one left in peace.

    python tools/kill_runs.py --kills 200

Prints what came of it; exit 1 if the two runs differ in more than wall-clock fields.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

COMMAND = ("eval", "phyre-b-within", "--agent", "random", "--limit", "60", "--workers", "1")


@dataclass(frozen=True, slots=True)
class Killed:
    """What killing a run came to."""

    kills: int
    torn: int
    attempts: int
    same: bool


def kill_runs(kills: int, folder: Path, arguments: Sequence[str] = COMMAND) -> Killed:
    """Kill at most so many times; the run may be finished earlier, and is then begun anew."""
    _start(arguments, folder / "peace").wait()
    wanted = records(folder / "peace" / "attempts.jsonl")
    moments = random.Random(1)
    done = torn = number = 0
    same = True
    while done < kills or not (folder / str(number) / "finished.json").exists():
        run = folder / str(number)
        if (run / "finished.json").exists():
            same &= records(run / "attempts.jsonl") == wanted
            number += 1
            continue
        process = _start(arguments, run)
        if done < kills:
            try:
                process.wait(timeout=moments.uniform(0.2, 2.5))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                done += 1
        process.wait()
        lines = run / "attempts.jsonl"
        torn += lines.exists() and lines.read_bytes()[-1:] not in (b"", b"\n")
    same &= records(folder / str(number) / "attempts.jsonl") == wanted
    return Killed(done, torn, len(wanted), same)


def records(path: Path) -> list[str]:
    """Give the records of a run as they stand, without what the clock says."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [json.dumps({**row, "wall_ms": 0}) for row in rows]


def _start(arguments: Sequence[str], out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "topple.cli.main", *arguments, "--out", str(out)]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def main() -> int:
    """Kill, resume, compare."""
    parser = argparse.ArgumentParser(description="Kill a run at random moments and compare.")
    parser.add_argument("--kills", type=int, default=200)
    kills = parser.parse_args().kills
    with tempfile.TemporaryDirectory() as folder:
        found = kill_runs(kills, Path(folder))
    same = "same records" if found.same else "DIFFERENT records"
    print(f"{found.kills} kills, {found.torn} torn lines, {found.attempts} attempts: {same}")
    return 0 if found.same else 1


if __name__ == "__main__":
    sys.exit(main())
