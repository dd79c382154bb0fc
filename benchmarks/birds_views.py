"""Measure how many views of the birds world one core makes per second."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable

import record

from topple.worlds.birds import Game, Level, Placed, Shot, screenshot, symbolic, tensor
from topple.worlds.birds.things.blocks import BLOCKS

AIM = 500
VIEWS: dict[str, Callable[[Game], object]] = {
    "screenshots": screenshot,
    "symbolic states": symbolic,
    "symbolic states as JSON text": lambda game: json.dumps(symbolic(game)),
    "tensors": tensor,
}


def level(rows: int) -> Level:
    """Make a level of shelves, each with twelve blocks, one of every shape, and a pig."""
    things = []
    for row in range(rows):
        y = -3.0 + 2.0 * row
        things.append(Placed("platform", "Platform", 4.0, y - 0.45, 0.0, "", 38.0, 0.2))
        things.append(Placed("pig", "BasicMedium", -6.5, y))
        for i, shape in enumerate(BLOCKS):
            material = ("wood", "stone", "ice")[(i + row) % 3]
            things.append(Placed("block", shape, -5.0 + 1.7 * i, y, 0.0, material))
    return Level(("BirdRed", "BirdBlue", "BirdWhite"), tuple(things))


def a_second(look: Callable[[Game], object], moments: list[Game], repeats: int) -> list[float]:
    """Return the views per second of CPU time, one number per repetition."""
    for game in moments:
        look(game)  # fills the caches
    rates = []
    for _ in range(repeats):
        start = time.process_time()
        for game in moments:
            look(game)
        rates.append(len(moments) / (time.process_time() - start))
    return rates


def moments_of(rows: int) -> list[Game]:
    """Play a shot and store the game at every tenth step."""
    game = Game(level(rows))
    game.wait()
    game.shoot(Shot.at_angle(0.4))
    kept = []
    for step in range(300):
        game.step()
        if step % 10 == 0:
            kept.append(game.branch())
    return kept


def main() -> int:
    """Measure and print; return 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--no-save", action="store_true", help="print only")
    options = parser.parse_args()
    rows = [["views per second and core", "things", "best", "spread", "aim"]]
    slowest = float("inf")
    for shelves in (1, 3):
        moments = moments_of(shelves)
        things = len(moments[0].level.things)
        for name, look in VIEWS.items():
            rates = a_second(look, moments, options.repeats)
            slowest = min(slowest, max(rates))
            spread = f"{min(rates):,.0f}-{max(rates):,.0f}"
            rows.append([name, str(things), f"{max(rates):,.0f}", spread, str(AIM)])
    print(record.machine(), record.table(rows), sep="\n")
    if not options.no_save:
        summary = f"Views of a game in play, CPU time, best of {options.repeats} repetitions."
        record.save("birds views", summary, rows, [])
    return 0 if slowest >= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
