"""Simulate how often the 95 % interval of a metric contains the true value.

  python -m tools.coverage auccess                   the table of docs/concepts/statistics.md
  python -m tools.coverage phyq --populations 1000   the table of docs/concepts/phyq.md

`auccess`: templates differ in difficulty. The probability to solve a task of a template is drawn
from a beta distribution, uniform (1, 1) or mostly hard (0.3, 0.9). A template has 20 tasks.

`phyq`: agents of four strengths play templates. Their probabilities are drawn from beta
distributions around the rate of the scenario: much alike, or nearly all or nothing. Human players
are drawn anew as well.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from topple.metrics.bootstrap import estimate
from topple.metrics.phyq.rates import phyq_estimate
from topple.metrics.phyq.scale import Scale, published
from topple.tasks.draw import generator

TASKS = 20  # per template
SIZES = (3, 5, 10, 25, 50)  # numbers of templates
SPREADS = ((1.0, 1.0), (0.3, 0.9))
PHYQ_TEMPLATES = (2, 2, 3, 2, 2, 3, 2, 2, 2, 2, 2, 3, 2, 1, 4)  # tested by phyq-broad
PHYQ_ATTEMPTS = 5
ALIKE = {"alike": 5.0, "all or nothing": 1.0}  # the sum of the parameters of the distribution


def auccess(templates: int, spread: tuple[float, float], populations: int) -> tuple[float, float]:
    """Return the coverage of the clustered interval, and of one that takes tasks as independent."""
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
    clustered, independent = held / populations
    return float(clustered), float(independent)


def phyq(rates: NDArray[np.float64], alike: float, populations: int) -> tuple[float, float]:
    """Return the coverage of the Phy-Q score of these rates, and the mean width in points."""
    rng = generator("coverage", "phyq", alike, *rates)
    known = published().scale
    scenario = np.repeat(np.arange(1, 16), PHYQ_TEMPLATES)
    names = np.repeat(np.array([f"t{i:02d}" for i in range(len(scenario))]), TASKS)
    held = width = 0.0
    for _ in range(populations):
        shift = known.sd / np.sqrt(known.players) * rng.standard_normal(len(rates))
        scale = Scale(known.mean + shift, known.sd, known.players, known.random)
        mean = np.clip(rates[scenario - 1], 1e-6, 1 - 1e-6)
        chance = np.repeat(rng.beta(alike * mean, alike * (1 - mean)), TASKS)
        passed = rng.binomial(PHYQ_ATTEMPTS, chance) / PHYQ_ATTEMPTS
        found = phyq_estimate(passed, names, np.repeat(scenario, TASKS))
        low, high = found.interval or (found.value, found.value)
        held += low <= float(scale.score(rates)) <= high
        width += high - low
    return held / populations, 100 * width / populations


def auccess_table(populations: int) -> Iterator[str]:
    """Write one row per number of templates."""
    yield "| templates | clustered by template | taking tasks as independent |"
    yield "| ---: | ---: | ---: |"
    for templates in SIZES:
        found = [auccess(templates, spread, populations) for spread in SPREADS]
        ranges = (
            f"{100 * min(column):.0f} to {100 * max(column):.0f} %"
            for column in zip(*found, strict=True)
        )
        yield f"| {templates} | {' | '.join(ranges)} |"


def phyq_table(populations: int) -> Iterator[str]:
    """Write one row per agent."""
    known = published()
    agents = {name: known.agents[name] for name in ("Random", "Bambirds")}
    agents |= {"half of everything": np.full(15, 0.5), "people's rates": known.human_mean}
    yield f"| agent | {' | '.join(f'{name} | width' for name in ALIKE)} |"
    yield f"| --- {'| ---: | ---: ' * len(ALIKE)}|"
    for name, rates in agents.items():
        found = [phyq(rates, alike, populations) for alike in ALIKE.values()]
        cells = " | ".join(f"{100 * held:.0f} % | {width:.0f}" for held, width in found)
        yield f"| {name} | {cells} |"


TABLES = {"auccess": (auccess_table, 1000), "phyq": (phyq_table, 300)}


def main() -> int:
    """Print the table of one metric."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("metric", choices=TABLES, help="the metric whose interval is tested")
    usual = ", ".join(f"{count:,} for {name}" for name, (_, count) in TABLES.items())
    parser.add_argument("--populations", type=int, help=f"simulated data sets; {usual} by default")
    args = parser.parse_args()
    table, populations = TABLES[args.metric]
    for line in table(args.populations or populations):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
