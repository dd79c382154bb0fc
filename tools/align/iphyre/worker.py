"""Play plans with the original package: requests by standard input, results by standard output.

Runs in an environment of its own, where Topple is not installed.
"""

# mypy: ignore-errors
from __future__ import annotations

import json
import os
import sys

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pymunk
from iphyre.games import PARAS
from iphyre.simulator import IPHYRE


def main() -> None:
    print(json.dumps([played(**request) for request in json.load(sys.stdin)]))


def played(game: str, plan: list[tuple[int, float]]) -> dict[str, object]:
    """Play a plan on a new simulator after one reset; blocks are clicked at their centres."""
    blocks = PARAS[game]["block"]
    clicks = [
        (*((first + second) / 2 for first, second in zip(*blocks[block], strict=True)), seconds)
        for block, seconds in plan
    ]
    simulator = IPHYRE(game=game, fps=60)
    simulator.reset()
    solved, _, clock = simulator.simulate(clicks)
    moving = [body for body in simulator.space.bodies if body.body_type == pymunk.Body.DYNAMIC]
    return {
        "solved": int(solved),
        "time": clock,
        "bodies": [[*body.position, body.angle] for body in moving],
    }


if __name__ == "__main__":
    main()
