"""Try all actions of DeepPHY's grids, play its baselines, and write the table of the docs.

    python tools/deepphy_results.py [--grids 5x5x5,8x8x8] [--runs 5] [--no-play]

What was tried and played is kept under `out/results` and goes on where it stopped. Writes
`docs/results/deepphy.md`, and floors and ceilings of the strict protocols for reports.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import deepphy_birds
import deepphy_published
import deepphy_references as references
import numpy as np
from estimates import number, share
from numpy.typing import NDArray

from topple.cli._bar import Bar
from topple.metrics.survival import attempts_to_success, solved_in_any
from topple.metrics.tally import OUTCOMES
from topple.protocols import protocol
from topple.runs.load import Run, load
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import evaluate_model
from topple.vlm.forms_phyre import Grid, form
from topple.vlm.plan import VlmPlan
from topple.vlm.setup import Setup
from topple.worlds import phyre
from topple.worlds.phyre.certified import certificate
from topple.worlds.phyre.world import WORLD

ROOT = Path(__file__).parents[1]
OUT = ROOT / "out" / "results"
PAGE = ROOT / "docs" / "results" / "deepphy.md"
CLASSIC, STRICT = "deepphy-phyre-classic", "deepphy-phyre"
ATTEMPTS = protocol(CLASSIC).attempts
READS = 0.9  # how often MOCK gives an action
SEARCHED = 10_000  # actions where nothing else is known to solve a task
BASELINES = ("random-valid", "best-constant", "oracle")
_INTRO = """\
# DeepPHY: floors and ceilings

DeepPHY asks a model for a grid cell and a radius level, ten times a task of PHYRE. No model is
needed to say what that interface allows: all its actions can be tried. Its slingshot game is
[further down](#birds). `python tools/deepphy_results.py` rebuilds this page. Intervals are 95 % and
clustered by template: see [about the numbers](../concepts/statistics.md).
"""


@dataclass(frozen=True, eq=False, slots=True)
class Tried:
    """What all actions of a grid do on all tasks: 1 solved, -1 missed, 0 invalid."""

    names: list[str]
    status: NDArray[np.int8]

    def of(self, names: tuple[str, ...]) -> NDArray[np.int8]:
        """Give the rows of some tasks."""
        place = {name: i for i, name in enumerate(self.names)}
        return self.status[[place[name] for name in names]]


def main() -> int:
    """Try and play what is missing, then write."""
    parser = argparse.ArgumentParser(description="Write the table of DeepPHY.")
    parser.add_argument("--grids", default="5x5x5,8x8x8", help="grids, commas between")
    parser.add_argument("--runs", type=int, default=5, help="of MOCK")
    parser.add_argument("--no-play", action="store_true", help="write what is there")
    args = parser.parse_args()
    grids = args.grids.split(",")
    tried = {name: _try(name) for name in grids}
    if not args.no_play:
        for seed in range(args.runs):
            _play(CLASSIC, "mock", seed)
        for name in BASELINES:
            _play(STRICT, name, 0)
        deepphy_birds.play(OUT)
    first = tried[grids[0]]
    listed = first.of(tuple(name for part in _listed() for name in part))
    text = _INTRO + _mock(first) + deepphy_published.part(float((listed == 1).any(axis=1).mean()))
    text += _ceilings(tried) + _templates(tried) + _baselines() + deepphy_birds.part(OUT)
    PAGE.write_text(text)
    print(PAGE.relative_to(ROOT))
    for rules in map(protocol, (STRICT, CLASSIC)):
        for name, found in tried.items():
            folds = [found.of(rules.split(fold).test) for fold in rules.folds]
            references.write(rules, name, references.of_grid(folds, ATTEMPTS))
    birds = {name: references.played(each) for name, each in deepphy_birds.ends(OUT).items()}
    references.write(deepphy_birds.RULES, deepphy_birds.SETUP.form, birds)
    return 0


def _try(name: str) -> Tried:
    """Try every action of a grid on every task; kept task by task."""
    grid = form(name)
    assert isinstance(grid, Grid)
    actions = np.array([grid.action(values) for values in grid.everything()])
    names = list(protocol(STRICT).split(0).test)
    folder = OUT / "deepphy-tried" / name
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    with Bar(f"try {name}", "tasks") as bar:
        for number, task in enumerate(names):
            path = folder / _file(task)
            if not path.exists():
                np.save(path, WORLD.outcomes([phyre.task(task)], actions)[0])
            rows.append(np.load(path))
            bar.update(number + 1, len(names))
    return Tried(names, np.array(rows))


def _plan(rules_name: str, baseline: str, seed: int) -> VlmPlan:
    rules = protocol(rules_name)
    # Baselines look at nothing, so that all but one run may be spared the pictures of the past.
    history = "5x5" if (baseline, seed) == ("mock", 0) else "text"
    setup = Setup("5x5x5", history=history, classic=rules_name == CLASSIC)
    return VlmPlan(rules, setup, f"topple/{baseline}", rules.folds, seed=seed)


def _folder(rules_name: str, baseline: str, seed: int) -> Path:
    return OUT / rules_name / f"{baseline}-{seed}"


def _play(rules_name: str, baseline: str, seed: int) -> None:
    plan, folder = _plan(rules_name, baseline, seed), _folder(rules_name, baseline, seed)
    command = _command(rules_name, baseline, seed)
    with Bar(f"{rules_name} {baseline} {seed}", "tasks") as bar:

        def watch(done: int, of: int, usd: float) -> None:
            bar.update(done, of)

        # One run goes the whole way through Inspect; the records of the others are the same
        # without it, as tests/vlm/test_endpoint.py shows.
        if (baseline, seed) == ("mock", 0):
            evaluate_model(plan, folder, command=command, watch=watch)
        else:
            play_directly(plan, folder, command=command, watch=watch)


def _command(rules_name: str, baseline: str, seed: int) -> str:
    history = _plan(rules_name, baseline, seed).setup.history
    return f"topple eval {rules_name} --model topple/{baseline} --seed {seed} --history {history}"


def _load(rules_name: str, baseline: str, seed: int) -> Run | None:
    folder = _folder(rules_name, baseline, seed)
    return load(folder) if (folder / "finished.json").exists() else None


def _listed() -> list[tuple[str, ...]]:
    """Give the tasks as DeepPHY lists them: within, then cross."""
    rules = protocol(CLASSIC)
    return [rules.split(fold).test for fold in rules.folds]


def _expected(status: NDArray[np.int8], runs: int) -> tuple[float, float, float, float]:
    """Give MOCK's exact expectation: success at 1 and at 10, mean of solved, union over runs."""
    p = READS * (status == 1).mean(axis=1)
    ks = np.arange(1, ATTEMPTS + 1)
    at = p[:, None] * (1 - p[:, None]) ** (ks - 1)
    within = at.sum(axis=1)
    union = 1 - (1 - within) ** runs
    return p.mean(), within.mean(), (at * ks).sum() / within.sum(), union.mean()


def _mock(tried: Tried) -> str:
    names = tuple(name for part in _listed() for name in part)
    found = [run for seed in range(5) if (run := _load(CLASSIC, "mock", seed))]
    one, ten, mean, union = _expected(tried.of(names), 5)
    head = [
        "\n## MOCK, as published\n\n",
        "MOCK answers at random, one time in ten without an action. Its expectation is exact: all "
        f"125 actions were tried on all {len(tried.names)} tasks, and 100 tasks that are in both "
        "setups count twice. Run 0 goes the whole way that models take.\n\n",
        "| | success at 1 | success at 10 | attempts of solved tasks | union of 5 runs |\n",
        "| --- | ---: | ---: | ---: | ---: |\n",
        f"| published | {deepphy_published.mock()} |\n",
        f"| exact expectation | {100 * one:.2f} | {100 * ten:.2f} | {mean:.2f} "
        f"| {100 * union:.1f} |\n",
    ]
    for run in found:
        r = run.results
        scored = attempts_to_success(r.solved_at, r.counted, r.template, ATTEMPTS)
        head.append(
            f"| run, seed {run.settings.seed} | {share(scored.solved_by[0], 2)} "
            f"| {share(scored.solved_by[-1], 2)} | {number(scored.mean_of_solved)} | |\n"
        )
    if len(found) > 1:
        r = found[0].results
        table = np.array([run.results.solved_at for run in found])
        any_run = solved_in_any(table, r.template, ATTEMPTS)
        head.append(f"| {len(found)} runs | | | | {share(any_run, 1)} |\n")
    return "".join(head)


def _ceilings(tried: dict[str, Tried]) -> str:
    within, cross = _listed()
    lines = [
        "\n## Ceilings: what a perfect player could get\n\n",
        "The share of tasks that at least one action of the form solves, in per cent. For free "
        "coordinates it is a lower bound: a stored solution, an action of a grid, or one of "
        f"{SEARCHED:,} others solves the task.\n\n",
        "| form | actions | invalid | as listed (1,000) | within (500) | cross (500) | each once "
        "(900) | MOCK at 10 |\n",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    ]
    for name, each in tried.items():
        parts = [each.of(names) for names in ((*within, *cross), within, cross, tuple(each.names))]
        shares = [f"{100 * (part == 1).any(axis=1).mean():.1f}" for part in parts]
        lines.append(
            f"| {name} | {each.status.shape[1]} | {100 * (parts[0] == 0).mean():.1f} "
            f"| {' | '.join(shares)} | {100 * _expected(parts[0], 5)[1]:.2f} |\n"
        )
    sets = ((*within, *cross), within, cross, tuple(protocol(STRICT).split(0).test))
    free = _solvable(tried)
    cells = " | ".join(f"{100 * np.mean([name in free for name in names]):.1f}" for names in sets)
    return "".join([*lines, f"| free | endless | | {cells} | |\n"])


def _solvable(tried: dict[str, Tried]) -> set[str]:
    """Name the tasks that some action is known to solve."""
    names = protocol(STRICT).split(0).test
    found = {name for name in names if certificate(phyre.task(name))}
    for each in tried.values():
        solved = (each.status == 1).any(axis=1)
        found |= {name for name, one in zip(each.names, solved, strict=True) if one}
    others = [name for name in names if name not in found]
    folder = OUT / "deepphy-tried" / "free"
    folder.mkdir(parents=True, exist_ok=True)
    return found | {name for name in others if _search(name, folder).any()}


def _search(name: str, folder: Path) -> NDArray[np.bool_]:
    """Try many actions on a task that nothing else is known to solve."""
    path = folder / _file(name)
    if not path.exists():
        task = phyre.task(name)
        np.save(path, WORLD.outcomes([task], task.tier.candidates(SEARCHED))[0])
    return np.asarray(np.load(path) == 1)


def _file(task: str) -> str:
    return f"{task.replace('/', '-').replace(':', '-')}.npy"


def _templates(tried: dict[str, Tried]) -> str:
    names = next(iter(tried.values())).names
    templates = sorted({phyre.task(name).id.template for name in names})
    lines = [
        "\n## Ceilings by template\n\nEach task once, in per cent.\n\n",
        f"| template | PHYRE | tasks | {' | '.join(tried)} |\n",
        f"| --- | --- | ---: {'| ---: ' * len(tried)}|\n",
    ]
    for template in sorted(templates, key=lambda name: phyre.template(name).phyre_id):
        own = tuple(name for name in names if f"/{template}@" in name)
        shares = [f"{100 * (t.of(own) == 1).any(axis=1).mean():.0f}" for t in tried.values()]
        number = phyre.template(template).phyre_id
        lines.append(f"| {template} | {number} | {len(own)} | {' | '.join(shares)} |\n")
    return "".join(lines)


def _baselines() -> str:
    lines = [
        "\n## Baselines, strict\n\nEvery task once, 5x5x5. *Attempts* count tasks that were not "
        "solved as eleven.\n\n",
        f"| model | success at 1 | success at 10 | attempts | {' | '.join(map(str, OUTCOMES))} "
        "| command |\n",
        f"| --- | ---: | ---: | ---: {'| ---: ' * len(OUTCOMES)}| --- |\n",
    ]
    for name in BASELINES:
        run = _load(STRICT, name, 0)
        if run is None:
            lines.append(f"| topple/{name} | not played yet |\n")
            continue
        r = run.results
        scored = attempts_to_success(r.solved_at, r.counted, r.template, ATTEMPTS)
        counts = " | ".join(f"{count:,}" for count in r.outcomes.sum(axis=0))
        lines.append(
            f"| topple/{name} | {share(scored.solved_by[0], 1)} "
            f"| {share(scored.solved_by[-1], 1)} | {number(scored.mean)} | {counts} "
            f"| `{_command(STRICT, name, 0)}` |\n"
        )
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main())
