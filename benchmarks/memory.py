"""Measure the resident memory of one process over a million rollouts."""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import sys
from pathlib import Path

import record

from topple.worlds.phyre import PhyreTask, simulate, template, validate

# Scenes that come to rest early, so that a million takes minutes.
TEMPLATES = ("knock_down_the_rod", "off_the_pole", "roll_to_the_post", "off_the_ledge")
CHUNK = 10_000
_TASKS_EACH = 5
# Growth that is allowed for the allocator once all tasks have been played.
ALLOWED_MB = 4.0


def resident_mb() -> float:
    """Return the memory this process uses now; where the system does not report it, its peak."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def rollouts(tasks: list[PhyreTask], seed: int) -> int:
    """Play a chunk of valid random actions; return how many solved their task."""
    actions = tasks[0].tier.action_set(4 * CHUNK, seed)
    cycle = list(itertools.islice(itertools.cycle(tasks), len(actions)))
    valid = (validate(cycle, actions) == 0).nonzero()[0][:CHUNK]
    batch = simulate([cycle[i] for i in valid], actions[valid], outcome_only=True)
    if len(batch) != CHUNK:
        raise SystemExit(f"error: only {len(batch)} valid actions in a chunk")
    return int(batch.solved.sum())


def main() -> int:
    """Measure and print; return 1 if memory grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rollouts", type=int, default=1_000_000)
    parser.add_argument("--every", type=int, default=100_000, help="rollouts between measurements")
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    chosen = [template(name) for name in TEMPLATES]
    tasks = [t.task(index) for t in chosen for index in t.shipped[:_TASKS_EACH]]
    seen: list[tuple[int, float]] = []
    solved = 0
    for chunk in range(1, options.rollouts // CHUNK + 1):
        solved += rollouts(tasks, seed=chunk)
        if chunk * CHUNK % options.every == 0:
            seen.append((chunk * CHUNK, resident_mb()))
            print(f"{seen[-1][0]:>9,} rollouts  {seen[-1][1]:8.1f} MB", flush=True)
    if len(seen) < 2:
        raise SystemExit("error: too few measurements: raise --rollouts or lower --every")
    grown = seen[-1][1] - seen[0][1]
    flat = grown <= ALLOWED_MB
    note = f"{'flat' if flat else 'GROWS'}: {grown:+.1f} MB since the start; {solved:,} solved"
    print(note)
    if not options.no_save:
        rows = [["rollouts", "resident MB"], *([f"{n:,}", f"{mb:.1f}"] for n, mb in seen)]
        summary = f"Resident memory of one process, outcome only, {CHUNK:,} rollouts per call."
        record.save("memory", summary, rows, [note])
    return 0 if flat else 1


if __name__ == "__main__":
    sys.exit(main())
