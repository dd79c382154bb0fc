"""Measure how many steps of Kinetix levels are simulated per second: S, M and L.

    python benchmarks/kinetix.py [--kinetix PYTHON]

With --kinetix PYTHON, kinetix-env 3.0.2 in that environment plays random decisions on every level:
step by step, whole episodes as one compiled loop, and 256 such loops together. Its figures stand
beside ours for the same episodes. All are CPU times, the best of as many passes on both sides,
because its compiler uses all cores; an episode is stepped to the end of its time there, and here
until it is decided, so the time is that of a step.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import original
import record
from gain import Gain, gain

from topple.tasks.outcome import Outcome
from topple.worlds.kinetix.actions import CHANNELS, MOST_STEPS, Rows
from topple.worlds.kinetix.level import SIZES, Level
from topple.worlds.kinetix.simulate import Play, simulate
from topple.worlds.kinetix.template import HandMade, all_templates

EPISODES = {"s": 400, "m": 200, "l": 60}  # per level
PASSES = 3  # on both sides; the best counts
TARGETS = {"called": 100, "scanned": 100, "batched": 10}


def main() -> None:
    """Measure all sizes, print rows as they come, and store the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--kinetix", metavar="PYTHON", help="interpreter that has kinetix-env 3.0.2"
    )
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    rows: list[tuple[str, ...]] = [("size", "steps/s and core", "us per step")]
    if options.kinetix:
        rows[0] += ("same episodes, us", *_headings())
    notes = []
    for size in options.sizes:
        ours, _ = step_s(*episodes(size, EPISODES[size]))
        row: tuple[str, ...] = (size.upper(), f"{1 / ours:,.0f}", f"{1e6 * ours:.1f}")
        if options.kinetix:
            cells, note = compared(options.kinetix, size)
            row += cells
            notes.append(note)
        rows.append(row)
        print(*row, sep="  ", flush=True)
        notes.append(two_threads(*episodes(size, EPISODES[size])).note(size.upper()))
    if options.kinetix:
        notes.append(
            "kinetix-env 3.0.2: called step by step; scanned, one compiled loop per episode; "
            f"batched, 256 loops together; best of {PASSES} passes on both sides"
        )
    print(record.table(rows), *notes, sep="\n")
    summary = "Environment steps of Kinetix, random decisions on all hand-made levels, CPU time."
    if not options.no_save:
        print(record.save("kinetix", summary, rows, notes))


def _headings() -> tuple[str, ...]:
    pairs = ((f"{way}, us", f"ratio (aim {aim})") for way, aim in TARGETS.items())
    return tuple(heading for pair in pairs for heading in pair)


def episodes(size: str, count: int) -> tuple[list[Level], list[Rows]]:
    """Return levels of a size and random decisions, `count` times for each."""
    rng = np.random.default_rng(0)
    tasks = [all_templates()[name].task(0) for name in _names(size) for _ in range(count)]
    rows = [task.actions.full(task.actions.sample(rng)) for task in tasks]
    return [task.level for task in tasks], rows


def step_s(levels: Sequence[Level], actions: Sequence[Rows]) -> tuple[float, list[Play]]:
    """Return the CPU seconds of a step in the best pass, and the plays."""
    times = []
    for _ in range(PASSES):
        start = time.process_time()
        plays = simulate(levels, actions, threads=1)
        times.append((time.process_time() - start) / sum(play.steps for play in plays))
    return min(times), plays


def two_threads(levels: Sequence[Level], actions: Sequence[Rows]) -> Gain:
    """Compare one thread with two."""
    return gain(lambda threads: simulate(levels, actions, threads=threads), rounds=9)


def compared(python: str, size: str) -> tuple[tuple[str, ...], str]:
    """Play one episode per level on both sides; return the cells of a row, and a note."""
    levels, actions = episodes(size, 1)
    names = [name.partition("_")[2] for name in _names(size)]
    asked = [[name, codes(rows)] for name, rows in zip(names, actions, strict=True)]
    request = {"size": size, "episodes": asked, "passes": PASSES}
    theirs: dict[str, Any] = original.ask(
        python, "kinetix_original.py", request, JAX_PLATFORMS="cpu"
    )
    ours, plays = step_s(levels, actions)
    cells = [f"{1e6 * ours:.1f}"]
    for way in TARGETS:
        cells += [f"{1e6 * theirs[way]:,.1f}", f"{theirs[way] / ours:,.0f}"]
    same = sum(ended(play) == tuple(end) for play, end in zip(plays, theirs["ends"], strict=True))
    note = f"{size.upper()}: {same} of {len(plays)} episodes end at the same step and alike"
    return tuple(cells), note


def codes(rows: Rows) -> list[list[int]]:
    """Return an action of the original for every step: a motor's 2 is backwards."""
    found = [[int(drive) % 3 for drive in row[:CHANNELS]] for row in rows.tolist()]
    held = [int(row[CHANNELS]) for row in rows.tolist()]
    steps = [code for code, count in zip(found, held, strict=True) for _ in range(count)]
    return steps[:MOST_STEPS]


def ended(play: Play) -> tuple[int, int]:
    """Return the steps of an episode and its outcome: 1 solved, -1 lost, 0 neither."""
    lost = -1 if play.last_reward < -0.5 else 0
    return play.steps, 1 if play.outcome is Outcome.SOLVED else lost


def _names(size: str) -> list[str]:
    found = all_templates().values()
    return [each.name for each in found if isinstance(each, HandMade) and each.size == size]


if __name__ == "__main__":
    main()
