"""Measure this machine: attempts per second in every world, beside machines measured before.

The same attempts are played on every machine: stored solutions and random actions on tasks of up to
25 templates per world. One column counts CPU time on one thread, the next wall time on all threads.
Other work on the machine makes both smaller. `benchmarks/` compares with the original programs.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import asdict

from topple.cli._console import show_json, show_table
from topple.cli._types import positive, whole
from topple.progress import Bar

GROUP = "begin"
EXAMPLES = """\
  topple bench
  topple bench phyre pool --seconds 20
  topple bench --json
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("world", nargs="*", help="worlds; all by default")
    parser.add_argument(
        "--seconds", type=positive, default=8.0, help="seconds per world; 8 by default"
    )
    parser.add_argument("--threads", type=whole(1, 1024), help="threads to use; all by default")


def run(args: argparse.Namespace) -> int:
    from topple.processor import processor_name
    from topple.worlds import world, world_names
    from topple.worlds.speed import measure, stored

    names = args.world or world_names()
    threads = args.threads or os.cpu_count() or 1
    found = {}
    with Bar("measure", "worlds") as bar:
        for number, name in enumerate(names):
            bar.update(number, len(names), name)
            found[name] = measure(world(name), args.seconds, threads)
    machine = f"{processor_name()}, {os.cpu_count()} cores"
    if args.json:
        by_world = {name: asdict(speed) for name, speed in found.items()}
        show_json({"machine": machine, "threads": threads, "worlds": by_world})
        return 0
    others = {name: row for name, row in stored().items() if name != machine}
    rows = [
        (
            name,
            f"{speed.per_cpu_s:,.0f}",
            f"{speed.per_wall_s:,.0f}",
            *(f"{row[name]:,.0f}" if name in row else "" for row in others.values()),
        )
        for name, speed in found.items()
    ]
    on_all = f"on {threads} threads" if threads > 1 else "by wall time"
    print(f"attempts per second: {machine}")
    show_table(("world", "one thread", on_all, *others), rows)
    return 0
