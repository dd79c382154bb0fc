"""Simulate how often the clustered 95 % interval holds the truth, and how often it should.

    python tools/coverage.py

Templates differ in difficulty: the chance to solve a task of one is drawn from a beta distribution,
even (1, 1) or mostly hard (0.3, 0.9). Tasks of a template are 20 independent trials. Prints the
table of `docs/concepts/statistics.md`.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from topple.metrics.bootstrap import estimate
from topple.tasks.draw import generator

TASKS = 20
SIZES = (3, 5, 10, 25, 50)
SPREADS = ((1.0, 1.0), (0.3, 0.9))


def coverage(templates: int, spread: tuple[float, float], populations: int) -> tuple[float, float]:
    """Give the share of intervals that hold the mean: clustered, and taking tasks as apart."""
    rng = generator("coverage", templates, spread)
    truth = spread[0] / sum(spread)
    names = np.repeat([f"{i:03d}" for i in range(templates)], TASKS)
    held = np.zeros(2)
    for _ in range(populations):
        chance = rng.beta(*spread, size=templates)
        solved = (rng.uniform(size=(templates, TASKS)) < chance[:, None]).astype(float).ravel()
        low, high = estimate(solved, names).interval or (solved.mean(), solved.mean())
        held[0] += low <= truth <= high
        half = 1.96 * solved.std(ddof=1) / np.sqrt(len(solved))
        held[1] += abs(solved.mean() - truth) <= half
    clustered, apart = held / populations
    return float(clustered), float(apart)


def main() -> int:
    """Print a row for each number of templates."""
    parser = argparse.ArgumentParser(description="Simulate the coverage of the interval.")
    parser.add_argument("--populations", type=int, default=1000)
    populations = parser.parse_args().populations
    print("| templates | clustered by template | taking tasks as independent |")
    print("| ---: | ---: | ---: |")
    for templates in SIZES:
        found = [coverage(templates, spread, populations) for spread in SPREADS]
        cells = (
            f"{100 * min(column):.0f} to {100 * max(column):.0f} %"
            for column in zip(*found, strict=True)
        )
        print(f"| {templates} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
