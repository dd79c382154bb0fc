"""Simulate how often the 95 % interval of the Phy-Q score holds the truth.

    python tools/coverage_phyq.py [--populations 300]

Agents of four strengths play templates whose chances are drawn from beta distributions around the
rate of their scenario: much alike, or nearly all or nothing. Players are drawn anew as well. Prints
the table of `docs/concepts/phyq.md`.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from numpy.typing import NDArray

from topple.metrics.phyq.rates import phyq_estimate
from topple.metrics.phyq.scale import Scale, published
from topple.tasks.draw import generator

TEMPLATES = (2, 2, 3, 2, 2, 3, 2, 2, 2, 2, 2, 3, 2, 1, 4)  # tested by phyq-broad
TASKS, ATTEMPTS = 20, 5
ALIKE = {"alike": 5.0, "all or nothing": 1.0}  # the two parameters of the distribution, added up


def coverage(rates: NDArray[np.float64], alike: float, populations: int) -> tuple[float, float]:
    """Give the share of intervals that hold the score of these rates, and their mean width."""
    rng = generator("coverage", "phyq", alike, *rates)
    known = published().scale
    scenario = np.repeat(np.arange(1, 16), TEMPLATES)
    names = np.repeat(np.array([f"t{i:02d}" for i in range(len(scenario))]), TASKS)
    held = width = 0.0
    for _ in range(populations):
        shift = known.sd / np.sqrt(known.players) * rng.standard_normal(len(rates))
        scale = Scale(known.mean + shift, known.sd, known.players, known.random)
        mean = np.clip(rates[scenario - 1], 1e-6, 1 - 1e-6)
        chance = np.repeat(rng.beta(alike * mean, alike * (1 - mean)), TASKS)
        passed = rng.binomial(ATTEMPTS, chance) / ATTEMPTS
        found = phyq_estimate(passed, names, np.repeat(scenario, TASKS))
        low, high = found.interval or (found.value, found.value)
        held += low <= float(scale.score(rates)) <= high
        width += high - low
    return held / populations, 100 * width / populations


def main() -> int:
    """Print a row for each strength of agent."""
    parser = argparse.ArgumentParser(description="Simulate the coverage of the interval.")
    parser.add_argument("--populations", type=int, default=300)
    populations = parser.parse_args().populations
    known = published()
    agents = {name: known.agents[name] for name in ("Random", "Bambirds")}
    agents |= {"half of everything": np.full(15, 0.5), "people's rates": known.human_mean}
    print(f"| agent | {' | '.join(f'{name} | width' for name in ALIKE)} |")
    print(f"| --- {'| ---: | ---: ' * len(ALIKE)}|")
    for name, rates in agents.items():
        found = [coverage(rates, alike, populations) for alike in ALIKE.values()]
        cells = " | ".join(f"{100 * held:.0f} % | {width:.0f}" for held, width in found)
        print(f"| {name} | {cells} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
