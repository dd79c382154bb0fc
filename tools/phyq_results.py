"""Play the baselines under Phy-Q's protocols and write the table of the docs.

    python tools/phyq_results.py [--agents random,pig-shooter] [--no-play]

Runs are kept under `out/results` and go on where they stopped. Writes `docs/results/phyq.md`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from topple.agents import make_agent
from topple.cli._bar import RunBars
from topple.metrics.bootstrap import Estimate
from topple.metrics.phyq import by_scenario, estimates, phyq_score
from topple.metrics.phyq_scale import published
from topple.metrics.tally import OUTCOMES
from topple.protocols import protocol
from topple.runs.evaluate import Plan, run
from topple.runs.load import Run, load
from topple.tasks.outcome import Outcome
from topple.worlds.birds.task import all_templates
from topple.worlds.birds.template import SCENARIOS

ROOT = Path(__file__).parents[1]
RUNS = ROOT / "out" / "results"
PAGE = ROOT / "docs" / "results" / "phyq.md"
PROTOCOL = "phyq-broad"
AGENTS = {"random": "Random", "pig-shooter": "Pig Shooter"}  # ours, and their published name
_INTRO = """\
# Phy-Q: what agents get

Pass rates by scenario in per cent, averaged over attempts, tasks and templates in this order, on
the last 20 tasks of every test template of `phyq-broad`. The 95 % interval is over tasks.
*Published* are the figures of the paper, from its own engine: numbers there and here measure agents
of one kind on scenes of one kind, not the same game to the last bit.
`python tools/phyq_results.py` rebuilds this page.
"""


def main() -> int:
    """Play what is missing, then write."""
    parser = argparse.ArgumentParser(description="Play Phy-Q's baselines and write the table.")
    parser.add_argument("--agents", default=",".join(AGENTS), help="some agents, commas between")
    parser.add_argument("--no-play", action="store_true", help="write what is there")
    args = parser.parse_args()
    if not args.no_play:
        for name in args.agents.split(","):
            _play(name)
    PAGE.write_text(_INTRO + _table() + _commands())
    print(PAGE.relative_to(ROOT))
    return 0


def _play(name: str) -> None:
    found = protocol(PROTOCOL)
    watch = RunBars(f"{PROTOCOL} {name}")
    command = f"topple eval {PROTOCOL} --agent {name}"
    run(Plan(found, make_agent(name), found.folds), _folder(name), watch=watch, command=command)
    watch.end()


def _folder(name: str) -> Path:
    return RUNS / PROTOCOL / name


def _loaded() -> dict[str, Run]:
    return {n: load(_folder(n)) for n in AGENTS if (_folder(n) / "finished.json").exists()}


def _table() -> str:
    runs = _loaded()
    head = ["scenario", *(text for n in runs for text in (n, "interval", "published")), "people"]
    lines = [f"\n| {' | '.join(head)} |\n", "| --- " + "| ---: " * (len(head) - 1) + "|\n"]
    told = {name: _estimates(found) for name, found in runs.items()}
    for i, scenario in enumerate(SCENARIOS):
        cells = [f"{i + 1} {scenario.replace('_', ' ')}"]
        for name in runs:
            theirs = published().agents[AGENTS[name]][i]
            cells += [*_cells(told[name][i]), f"{100 * theirs:.1f}"]
        lines.append(f"| {' | '.join([*cells, f'{100 * published().human_mean[i]:.1f}'])} |\n")
    scores = ["**Phy-Q score**"]
    for name, found in runs.items():
        theirs = phyq_score(published().agents[AGENTS[name]])
        scores += [f"**{phyq_score(by_scenario(*_rates(found))):.1f}**", "", f"{theirs:.1f}"]
    return "".join([*lines, f"| {' | '.join([*scores, '100'])} |\n"])


def _rates(found: Run) -> tuple[NDArray[np.float64], NDArray[np.str_], NDArray[np.int64]]:
    """Give the pass rate, the template and the scenario of every task."""
    results = found.results
    solved = results.outcomes[:, OUTCOMES.index(Outcome.SOLVED)]
    known = all_templates()
    numbers = [SCENARIOS.index(known[name].scenario) + 1 for name in results.template]
    return solved / results.counted, results.template, np.array(numbers)


def _estimates(found: Run) -> list[Estimate]:
    return estimates(*_rates(found))


def _cells(estimate: Estimate) -> tuple[str, str]:
    if np.isnan(estimate.value):
        return "no tasks", ""
    low, high = estimate.interval or (estimate.value, estimate.value)
    return f"{100 * estimate.value:.1f}", f"{100 * low:.1f} to {100 * high:.1f}"


def _commands() -> str:
    lines = ["\n| agent | tasks | attempts a task | wall time | command |\n"]
    lines.append("| --- | ---: | ---: | ---: | --- |\n")
    for name, found in _loaded().items():
        wall = found.finished.wall_s if found.finished else 0.0
        command = found.settings.made_by["command"]
        lines.append(
            f"| {name} | {len(found.results)} | {found.settings.attempts} | {wall:.0f} s "
            f"| `{command}` |\n"
        )
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main())
