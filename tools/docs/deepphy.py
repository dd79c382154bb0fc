"""Try all actions of DeepPHY's grids, play its baselines, and write the table of the docs.

    python tools/deepphy_results.py [--grids 5x5x5,8x8x8] [--runs 5] [--no-play]

What was tried and played is kept under `out/results` and goes on where it stopped. Writes
`docs/results/deepphy.md`, and the floors and ceilings that reports show.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.docs import deepphy_birds, deepphy_published
from tools.docs import deepphy_references as references
from tools.docs.deepphy_tried import (
    CLASSIC,
    FREE,
    GRIDS,
    OUT,
    RANDOM,
    STRICT,
    Tried,
    try_all,
    write,
)
from tools.docs.estimates import number, share
from topple.metrics.survival import attempts_to_success, solved_in_any
from topple.metrics.tally import OUTCOMES
from topple.progress import Bar
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.protocols.references import CEILING, FLOOR, Reference
from topple.protocols.references import references as stored
from topple.runs.load import Run, load
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import evaluate_model
from topple.vlm.plan import VlmPlan
from topple.worlds import phyre

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "results" / "deepphy.md"
ATTEMPTS = protocol(CLASSIC).attempts
COMMAND = "python tools/deepphy_results.py"
READS = 0.9  # how often MOCK gives an action
BASELINES = ("random-valid", "best-constant", "oracle")
_INTRO = """\
# DeepPHY: floors and ceilings

DeepPHY asks a model for a grid cell and a radius level, ten times a task of PHYRE. No model is
needed to say what that interface allows: all its actions can be tried. Its slingshot game is
[further down](#birds). `python tools/deepphy_results.py` rebuilds this page. Intervals are 95 % and
clustered by template: see [about the numbers](../concepts/statistics.md).
"""


def main() -> int:
    """Try and play what is missing, then write."""
    parser = argparse.ArgumentParser(description="Write the table of DeepPHY.")
    parser.add_argument("--grids", default=GRIDS, help="grids, commas between")
    parser.add_argument("--runs", type=int, default=5, help="of MOCK")
    parser.add_argument("--no-play", action="store_true", help="write what is there")
    args = parser.parse_args()
    grids = args.grids.split(",")
    tried = {name: try_all(name) for name in grids}
    if not args.no_play:
        for seed in range(args.runs):
            _play(CLASSIC, "mock", seed)
        for name in BASELINES:
            _play(STRICT, name, 0)
        deepphy_birds.play(OUT)
    write({**tried, FREE: try_all(FREE)})
    first = tried[grids[0]]
    listed = first.of(tuple(name for part in _listed() for name in part))
    text = _INTRO + _mock(first) + deepphy_published.part(float((listed == 1).any(axis=1).mean()))
    text += _ends(tried) + _templates(tried) + _baselines() + deepphy_birds.part(OUT)
    PAGE.write_text(text)
    print(PAGE.relative_to(ROOT))
    birds = {name: references.played(each) for name, each in deepphy_birds.ends(OUT).items()}
    references.write(deepphy_birds.RULES, deepphy_birds.SETUP.form, birds, COMMAND)
    return 0


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


def _ends(tried: dict[str, Tried]) -> str:
    lines = [
        "\n## Floors and ceilings by form\n\n",
        "In per cent. The ceiling is what a perfect player could get: the tasks that at least one "
        "action of the form solves. All actions of a grid were tried; with free coordinates, the "
        "stored solutions. The floor is what valid actions at random get by attempt 1 and 10, "
        f"each task once: exact for grids, from {RANDOM} actions a task for free coordinates.\n\n",
        "| form | actions | invalid | MOCK at 10 | ceiling as listed (1,000) | within (500) "
        "| cross (500) | each once (900) | floor at 1 | floor at 10 |\n",
        f"| --- {'| ---: ' * 9}|\n",
    ]
    names = tuple(name for part in _listed() for name in part)
    for name, each in tried.items():
        own = each.of(names)
        invalid, mock = 100 * (own == 0).mean(), 100 * _expected(own, 5)[1]
        head = f"| {name} | {own.shape[1]} | {invalid:.1f} | {mock:.2f} "
        lines.append(f"{head}| {_stored_ends(name)} |\n")
    return "".join([*lines, f"| free | endless | | | {_stored_ends(FREE)} |\n"])


def _stored_ends(form_name: str) -> str:
    """Write ceilings and floors as reports have them."""
    listed, once = (_stored(mode, form_name) for mode in (CLASSIC, STRICT))
    within, cross = listed[CEILING].success_at[ATTEMPTS]
    ceilings = ((within + cross) / 2, within, cross, once[CEILING].success_at[ATTEMPTS][0])
    floors = (once[FLOOR].success_at[k][0] for k in (1, ATTEMPTS))
    cells = [f"{100 * value:.1f}" for value in ceilings]
    return " | ".join([*cells, *(f"{100 * value:.2f}" for value in floors)])


def _stored(rules_name: str, form_name: str) -> Mapping[str, Reference]:
    found = stored(f"{rules_name}-{form_name}", protocol(rules_name).version, "test")
    assert found is not None
    return found.agents


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
