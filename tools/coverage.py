"""Simulate how often the 95 % interval of a metric contains the true value.

  python -m tools.coverage auccess       tables of docs/concepts/statistics.md
  python -m tools.coverage phyq
  python -m tools.coverage phyq-agents   the table of docs/concepts/phyq.md

A row is a number of templates, a column a number of tasks per template. A cell is the coverage of
the intervals that are shown, from the worst case to the best, or `none` if none is shown.

`auccess`: templates differ in difficulty. The probability to solve a task of a template is drawn
from a beta distribution: uniform (1, 1), mostly hard (0.3, 0.9), rarely solved at all (0.1, 2); or
it is 0.95 for a quarter of the templates and 0.02 for the others.

`phyq`: agents play the templates that `phyq-broad` takes with a limit. Their probabilities are
drawn from beta distributions around the rate of the scenario: much alike, or nearly all or nothing.
Human players are drawn anew as well.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from topple.metrics.bootstrap import estimate
from topple.metrics.phyq.rates import phyq_estimate, scenarios_of
from topple.metrics.phyq.scale import Scale, load_published
from topple.protocols import protocol
from topple.tasks.draw import generator

TEMPLATES = (5, 10, 20, 34)
TASKS = (1, 2, 5, 10, 20)  # per template
PHYQ_ATTEMPTS = 5
ALIKE = {"alike": 5.0, "all or nothing": 1.0}  # the sum of the parameters of the distribution

Floats = NDArray[np.float64]
Held = tuple[int, int, float]  # intervals shown, those that hold the truth, sum of their widths
Case = Callable[[int, int, int], Held]  # templates, tasks, populations


# How hard templates are: the mean, and a draw for so many of them.
DIFFICULTIES: tuple[tuple[float, Callable[[np.random.Generator, int], Floats]], ...] = (
    (0.5, lambda rng, n: rng.beta(1.0, 1.0, n)),
    (0.25, lambda rng, n: rng.beta(0.3, 0.9, n)),
    (0.1 / 2.1, lambda rng, n: rng.beta(0.1, 2.0, n)),
    (0.25 * 0.95 + 0.75 * 0.02, lambda rng, n: np.where(rng.random(n) < 0.25, 0.95, 0.02)),
)


def auccess(kind: int, templates: int, tasks: int, populations: int) -> Held:
    """Simulate success rates of templates whose difficulty has one of the distributions."""
    rng = generator("coverage", templates, tasks, kind)
    names = np.repeat([f"{i:03d}" for i in range(templates)], tasks)
    (truth, draw), found = DIFFICULTIES[kind], []
    for _ in range(populations):
        chance = draw(rng, templates)
        solved = rng.uniform(size=(templates, tasks)) < chance[:, None]
        found.append((estimate(solved.astype(float).ravel(), names).interval, truth))
    return _held(found)


def independent(kind: int, templates: int, tasks: int, populations: int) -> Held:
    """Simulate the same with an interval that takes tasks as independent."""
    rng = generator("coverage", "independent", templates, tasks, kind)
    (truth, draw), found = DIFFICULTIES[kind], []
    for _ in range(populations):
        chance = draw(rng, templates)
        solved = (rng.uniform(size=(templates, tasks)) < chance[:, None]).astype(float)
        half = 1.96 * solved.std(ddof=1) / np.sqrt(solved.size)
        found.append(((solved.mean() - half, solved.mean() + half), truth))
    return _held(found)


def phyq(rates: Floats, alike: float, templates: int, tasks: int, populations: int) -> Held:
    """Simulate the Phy-Q score of an agent with these rates by scenario."""
    rng = generator("coverage", "phyq", alike, templates, tasks, *rates)
    known = load_published().scale
    chosen = [name.split("/")[1] for name in protocol("phyq-broad").tasks(0, limit=templates)]
    own = scenarios_of(np.array([name.split("@")[0] for name in chosen]))
    scenario = np.repeat(own, tasks)
    names = np.repeat(np.array([f"t{i:02d}" for i in range(templates)]), tasks)
    mean, found = np.clip(rates[own - 1], 1e-6, 1 - 1e-6), []
    for _ in range(populations):
        shift = known.sd / np.sqrt(known.players) * rng.standard_normal(len(rates))
        scale = Scale(known.mean + shift, known.sd, known.players, known.random)
        chance = np.repeat(rng.beta(alike * mean, alike * (1 - mean)), tasks)
        passed = rng.binomial(PHYQ_ATTEMPTS, chance) / PHYQ_ATTEMPTS
        found.append((phyq_estimate(passed, names, scenario).interval, float(scale.score(rates))))
    return _held(found)


def _held(found: Sequence[tuple[tuple[float, float] | None, float]]) -> Held:
    shown = [(ends, truth) for ends, truth in found if ends is not None]
    held = sum(low <= truth <= high for (low, high), truth in shown)
    return len(shown), held, sum(high - low for (low, high), _ in shown)


def agents() -> dict[str, Floats]:
    """Return the pass rates by scenario of four agents of different strength."""
    known = load_published()
    found = {name: known.agents[name] for name in ("Random", "Bambirds")}
    return {**found, "half of everything": np.full(15, 0.5), "people's rates": known.human_mean}


def grid(cases: Sequence[Case], populations: int) -> Iterator[str]:
    """Write one row per number of templates and one column per number of tasks."""
    yield f"| templates | {' | '.join(f'{n} each' for n in TASKS)} |"
    yield f"| ---: {'| ---: ' * len(TASKS)}|"
    for templates in TEMPLATES:
        cells = (_cell(cases, templates, tasks, populations) for tasks in TASKS)
        yield f"| {templates} | {' | '.join(cells)} |"


def _cell(cases: Sequence[Case], templates: int, tasks: int, populations: int) -> str:
    found = [case(templates, tasks, populations) for case in cases]
    shares = [100 * held / shown for shown, held, _ in found if shown]
    if not shares:
        return "none"
    low, high = f"{min(shares):.0f}", f"{max(shares):.0f}"
    return f"{low} %" if low == high else f"{low} to {high} %"


def agent_table(populations: int) -> Iterator[str]:
    """Write coverage and mean width on all of `phyq-broad`, one row per agent."""
    yield f"| agent | {' | '.join(f'{name} | width' for name in ALIKE)} |"
    yield f"| --- {'| ---: | ---: ' * len(ALIKE)}|"
    for name, rates in agents().items():
        found = [phyq(rates, alike, 34, 20, populations) for alike in ALIKE.values()]
        cells = (f"{100 * held / n:.0f} % | {100 * width / n:.0f}" for n, held, width in found)
        yield f"| {name} | {' | '.join(cells)} |"


def tables(name: str, populations: int) -> Iterator[str]:
    """Write the tables of one name."""
    if name == "phyq-agents":
        yield from agent_table(populations)
    elif name == "phyq":
        every = [partial(phyq, r, a) for r in agents().values() for a in ALIKE.values()]
        yield from grid(every, populations)
    else:
        yield from grid([partial(auccess, kind) for kind in range(len(DIFFICULTIES))], populations)
        yield "\nTaking tasks as independent:\n"
        yield from grid(
            [partial(independent, kind) for kind in range(len(DIFFICULTIES))], populations
        )


def main() -> int:
    """Print the tables of one name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("table", choices=("auccess", "phyq", "phyq-agents"))
    parser.add_argument(
        "--populations", type=int, default=300, help="simulated data sets per case; 300 by default"
    )
    args = parser.parse_args()
    for line in tables(args.table, args.populations):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
