"""Measure this machine, for `topple doctor --speed`.

The same attempts are played on every machine: stored solutions and random actions on tasks of up to
25 templates per world. One column counts CPU time on one thread, the next wall time on all threads.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict

from topple.cli._console import show_json, show_table
from topple.progress import Bar


def show_speed(worlds: Sequence[str], seconds: float, most: int | None, as_json: bool) -> None:
    """Print attempts per second of worlds, all by default, beside machines measured before."""
    from topple.processor import processor_name
    from topple.worlds import world, world_names
    from topple.worlds.speed import measure, stored

    names = worlds or world_names()
    threads = most or os.cpu_count() or 1
    found = {}
    with Bar("measure", "worlds") as bar:
        for number, name in enumerate(names):
            bar.update(number, len(names), name)
            found[name] = measure(world(name), seconds, threads)
    machine = f"{processor_name()}, {os.cpu_count()} cores"
    if as_json:
        by_world = {name: asdict(speed) for name, speed in found.items()}
        show_json({"machine": machine, "threads": threads, "worlds": by_world})
        return
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
