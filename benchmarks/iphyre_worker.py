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
    whole, steps, solved_at = package(request["work"], request["rate"])
    alone = bare(request["work"], request["rate"], steps)
    print(json.dumps({"package": whole, "pymunk": alone, "solved_at": solved_at}))


def package(work, rate: int) -> tuple[float, list[int], list[int]]:
    """Return the CPU seconds of new objects and games, their steps, and where they are solved.

    An object that played before plays on differently, so every game gets a new one.
    """
    spent, steps, solved_at = 0.0, [], []
    for name, plan in work:
        clicks = [(*centre(name, block), seconds) for block, seconds in plan]
        start = time.process_time()
        game = IPHYRE(game=name, fps=rate)
        game.reset()
        solved, _, clock = game.simulate(clicks)
        spent += time.process_time() - start
        steps.append(round(clock * rate))
        solved_at.append(steps[-1] if solved else 0)
    return spent, steps, solved_at


def bare(work, rate: int, steps: list[int]) -> float:
    """Return the CPU seconds of the same steps and removals alone, success not examined."""
    spent = 0.0
    for (name, plan), count in zip(work, steps, strict=True):
        game = IPHYRE(game=name, fps=rate)
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
