"""Play shots with pooltool, for `pool.py --pooltool`; runs in an environment that has it.

Reads the number of passes, tables and shots as JSON from stdin. Writes the CPU seconds of the best
pass and the number of events of every shot as JSON to stdout.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import pooltool


def system(table: list[list[float]], shot: list[float]) -> Any:
    """Return a table and a cue of pooltool; a ball at NaN is not there."""
    balls = {
        name: pooltool.Ball.create(name, xy=(x, y))
        for number, (x, y) in enumerate(table)
        for name in [str(number) if number else "cue"]
        if x == x
    }
    speed, direction, elevation, side, height = shot
    cue = pooltool.Cue(V0=speed, phi=direction, theta=elevation, a=side, b=height)
    found = pooltool.Table.from_game_type(pooltool.GameType.NINEBALL)
    return pooltool.System(cue=cue, table=found, balls=balls)


def _events(played: Any) -> int:
    """Count the events of a shot, without the mark of its end."""
    return sum(each.event_type != pooltool.EventType.NONE for each in played.events)


def main() -> int:
    """Play all sets."""
    found = {}
    asked = json.load(sys.stdin)
    for name, (tables, shots) in asked["sets"].items():
        systems = [system(table, shot) for table, shot in zip(tables, shots, strict=True)]
        for each in systems:  # compiles all functions that these shots need
            pooltool.simulate(each)
        times = []
        for _ in range(asked["passes"]):
            start = time.process_time()
            played = [pooltool.simulate(each) for each in systems]
            times.append(time.process_time() - start)
        found[name] = {"seconds": min(times), "events": [_events(each) for each in played]}
    json.dump(found, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
