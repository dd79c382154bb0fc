"""Time the original package and bare pymunk: a request by standard input, seconds as the answer.

Runs in an environment of its own, where Topple is not installed.
"""

# mypy: ignore-errors
from __future__ import annotations

import json
import os
import sys
import time

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from iphyre.games import PARAS
from iphyre.simulator import IPHYRE


def main() -> None:
    request = json.load(sys.stdin)
    games = {name: IPHYRE(game=name, fps=request["rate"]) for name, _ in request["work"]}
    whole, steps = package(games, request["work"], request["rate"])
    alone = bare(games, request["work"], request["rate"], steps)
    print(json.dumps({"package": whole, "pymunk": alone}))


def package(games, work, rate: int) -> tuple[float, list[int]]:
    """Return the CPU seconds of reset and batch simulation, objects used again, and the steps."""
    spent, steps = 0.0, []
    for name, plan in work:
        clicks = [(*centre(name, block), seconds) for block, seconds in plan]
        start = time.process_time()
        games[name].reset()
        _, _, clock = games[name].simulate(clicks)
        spent += time.process_time() - start
        steps.append(round(clock * rate))
    return spent, steps


def bare(games, work, rate: int, steps: list[int]) -> float:
    """Return the CPU seconds of the same steps and removals alone, success not examined."""
    spent = 0.0
    for (name, plan), count in zip(work, steps, strict=True):
        game = games[name]
        game.reset()
        left = sorted((round(seconds * rate), centre(name, block)) for block, seconds in plan)
        start = time.process_time()
        for step in range(count):
            while left and left[0][0] <= step:
                game.eliminate(left.pop(0)[1])
            game.space.step(1 / rate)
        spent += time.process_time() - start
    return spent


def centre(name: str, block: int) -> tuple[float, float]:
    (x1, y1), (x2, y2) = PARAS[name]["block"][block]
    return (x1 + x2) / 2, (y1 + y2) / 2


if __name__ == "__main__":
    main()
