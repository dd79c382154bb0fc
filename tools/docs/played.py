"""Runs behind the pages: played when missing, kept under `out/results`, resumed after a stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from topple.agents import make_agent
from topple.progress import Bar
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.protocols.choose import choose
from topple.runs.evaluate import Plan, run
from topple.runs.folder import FINISHED
from topple.runs.load import Run, load
from topple.runs.watch import RunBars
from topple.vlm.direct import play_directly
from topple.vlm.options import usual_form
from topple.vlm.plan import ModelPlan

ROOT = Path(__file__).parents[2]
RUNS = ROOT / "out" / "results"
MODELS = ROOT / "out" / "models"


def play(
    name: str,
    folder: str,
    agent: str,
    settings: Mapping[str, str],
    options: str,
    *,
    rules: Mapping[str, object] | None = None,
    unfiltered: bool = False,
    folds: Sequence[int] = (),
    seed: int = 0,
    limit: int | None = None,
) -> None:
    """Play some or all folds of a protocol; `options` completes the command in the record."""
    found = choose(protocol(name), rules=rules, unfiltered=unfiltered)
    plan = Plan(
        found,
        make_agent(agent, settings.items()),
        tuple(folds) or found.folds,
        seed=seed,
        limit=limit,
    )
    command = f"topple eval {name} --agent {agent}{options}"
    with RunBars(f"{name} {folder}") as watch:
        path = RUNS / name / folder
        run(plan, path, cache=RUNS / "practice", watch=watch, command=command)


def finished(name: str, folder: str) -> Run | None:
    """Load a run if it is finished."""
    path = RUNS / name / folder
    return load(path) if (path / FINISHED).exists() else None


def baseline_runs(name: str, baseline: str, count: int, *, play: bool) -> list[Run]:
    """Return the first runs of a baseline that are finished; play those missing if asked to."""
    rules, folder = protocol(name), RUNS / name
    setup = Setup(usual_form(name), history="none", classic=bool(rules.classic_of))
    paths = [folder / f"{baseline}-unasked-{seed}" for seed in range(count)]
    with Bar(f"{name} {baseline}", "runs") as bar:
        for seed, path in enumerate(paths if play else ()):
            plan = ModelPlan(rules, setup, f"topple/{baseline}", rules.folds, seed)
            play_directly(plan, path, unasked=True)
            bar.update(seed + 1, count)
    return [load(path) for path in paths if (path / FINISHED).exists()]
