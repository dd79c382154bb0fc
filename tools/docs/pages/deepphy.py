"""DeepPHY: what its interface allows, its baselines here, and the published figures.

Floors and ceilings are the stored ones: `topple references` computes them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tools.docs.pages import (
    _deepphy_birds,
    _deepphy_games,
    _deepphy_levels,
    _deepphy_others,
    _deepphy_rope,
)
from tools.docs.played import RUNS
from tools.docs.tables import number, share, table
from topple.metrics.original import Original
from topple.metrics.original import load_published as originals
from topple.metrics.survival import attempts_to_success, solved_in_any
from topple.metrics.tally import OUTCOMES
from topple.progress import Bar
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.protocols.references import References
from topple.protocols.references import references as stored
from topple.runs.load import Run, load
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import evaluate_model
from topple.vlm.plan import ModelPlan
from topple.vlm.references import Status, Trials, Tried
from topple.worlds import phyre

CLASSIC, STRICT = "deepphy-phyre-classic", "deepphy-phyre"
ATTEMPTS = protocol(CLASSIC).attempts
FORMATS = ("vla", "wm")
HEAD = ("success at 1", "success at 10", "attempts of solved tasks", "union of 5 runs")
GRIDS, FREE = ("5x5x5", "8x8x8"), "free"
RANDOM = 500  # attempts per task behind the stored floor of free coordinates
READS = 0.9  # share of MOCK's answers with an action
MOCK_RUNS = 5
BASELINES = ("random-valid", "best-constant", "oracle")


def parts(*, play: bool) -> dict[str, object]:
    """Try all actions of the grids, play what is missing, if asked to, and return the parts."""
    tried = {name: _try(name) for name in GRIDS}
    if play:
        for seed in range(MOCK_RUNS):
            _play(CLASSIC, "mock", seed)
        for name in BASELINES:
            _play(STRICT, name, 0)
        _deepphy_games.play()
    first = tried[GRIDS[0]]
    listed = first.of(_listed())
    return {
        "actions": listed.shape[1],
        "tasks": len(first.names),
        "mock": _mock(listed),
        **published(float((listed == 1).any(axis=1).mean())),
        "random": RANDOM,
        "ends": _ends(tried),
        "templates": _templates(tried),
        "baselines": _baselines(),
        "birds": _deepphy_birds.parts(),
        "levels": _deepphy_levels.parts(),
        "rope": _deepphy_rope.parts(),
        **_deepphy_others.parts(),
    }


def published(allowed: float) -> dict[str, object]:
    """Return the published rows, and the best of them beside the share that a grid allows."""
    best = _models(FORMATS[0])[0]
    at_10 = best.figures["@10"][0]
    rows = [[row.agent, name.upper(), *_cells(row)] for name in FORMATS for row in _models(name)]
    return {
        "ceiling": 100 * allowed,
        "best": best.agent,
        "best_score": at_10,
        "reached": at_10 / allowed,
        "models": table(("model", "format", *HEAD), rows, left=(0, 1)),
    }


def published_mock() -> list[str]:
    """Return the figures of MOCK, which no format affects."""
    return _cells(next(row for row in _models(FORMATS[0]) if row.agent == "MOCK"))


def _models(format: str) -> tuple[Original, ...]:
    return originals(CLASSIC, Setup(GRIDS[0], format, classic=True).variant)


def _cells(row: Original) -> list[str]:
    one, ten, mean, union = (value for value, _ in row.figures.values())
    return [f"{one:.2f}", f"{ten:.2f}", f"{mean:.2f}", f"{union:.1f}"]


def _try(form_name: str) -> Tried:
    trials = Trials(protocol(STRICT), form_name, RUNS / "tried" / STRICT / form_name)
    with Bar(f"try {form_name}", "tasks") as bar:
        return trials.run(bar.update)


def _plan(rules_name: str, baseline: str, seed: int) -> ModelPlan:
    rules = protocol(rules_name)
    # Baselines ignore pictures, so only one run draws those of earlier attempts.
    history = "5x5" if (baseline, seed) == ("mock", 0) else "text"
    setup = Setup("5x5x5", history=history, classic=rules_name == CLASSIC)
    return ModelPlan(rules, setup, f"topple/{baseline}", rules.folds, seed=seed)


def _folder(rules_name: str, baseline: str, seed: int) -> Path:
    return RUNS / rules_name / f"{baseline}-{seed}"


def _play(rules_name: str, baseline: str, seed: int) -> None:
    plan, folder = _plan(rules_name, baseline, seed), _folder(rules_name, baseline, seed)
    command = _command(rules_name, baseline, seed)
    with Bar(f"{rules_name} {baseline} {seed}", "tasks") as bar:

        def watch(done: int, of: int, usd: float) -> None:
            bar.update(done, of)

        # One run goes through Inspect. Without it the records are the same, as
        # tests/vlm/test_endpoint.py shows.
        if (baseline, seed) == ("mock", 0):
            evaluate_model(plan, folder, command=command, watch=watch)
        else:
            play_directly(plan, folder, command=command, watch=watch)


def _command(rules_name: str, baseline: str, seed: int) -> str:
    history = _plan(rules_name, baseline, seed).setup.data()["history"]
    return f"topple eval {rules_name} --model topple/{baseline} --seed {seed} --history {history}"


def _load(rules_name: str, baseline: str, seed: int) -> Run | None:
    folder = _folder(rules_name, baseline, seed)
    return load(folder) if (folder / "finished.json").exists() else None


def _listed() -> tuple[str, ...]:
    """Return the tasks as DeepPHY lists them: within, then cross."""
    rules = protocol(CLASSIC)
    return tuple(name for fold in rules.folds for name in rules.split(fold).test)


def _expected(status: Status, runs: int) -> tuple[float, float, float, float]:
    """Return what MOCK gets on average: success at 1 and 10, mean of solved, union of runs."""
    p = READS * (status == 1).mean(axis=1)
    ks = np.arange(1, ATTEMPTS + 1)
    at = p[:, None] * (1 - p[:, None]) ** (ks - 1)
    within = at.sum(axis=1)
    union = 1 - (1 - within) ** runs
    return p.mean(), within.mean(), (at * ks).sum() / within.sum(), union.mean()


def _mock(listed: Status) -> str:
    found = [run for seed in range(MOCK_RUNS) if (run := _load(CLASSIC, "mock", seed))]
    one, ten, mean, union = _expected(listed, MOCK_RUNS)
    rows = [
        ["published", *published_mock()],
        [
            "exact expectation",
            f"{100 * one:.2f}",
            f"{100 * ten:.2f}",
            f"{mean:.2f}",
            f"{100 * union:.1f}",
        ],
    ]
    for run in found:
        r = run.results
        scored = attempts_to_success(r.solved_at, r.counted, r.template, ATTEMPTS)
        first, last = (share(scored.solved_by[i], 2) for i in (0, -1))
        name = f"run, seed {run.settings.seed}"
        rows.append([name, first, last, number(scored.mean_of_solved), ""])
    if len(found) > 1:
        r = found[0].results
        solved_at = np.array([run.results.solved_at for run in found])
        any_run = solved_in_any(solved_at, r.template, ATTEMPTS)
        rows.append([f"{len(found)} runs", "", "", "", share(any_run, 1)])
    return table(("", *HEAD), rows)


def _ends(tried: dict[str, Tried]) -> str:
    head = ["form", "actions", "invalid", "MOCK at 10", "ceiling as listed (1,000)"]
    head += ["within (500)", "cross (500)", "each once (900)", "floor at 1", "floor at 10"]
    head += ["best constant at 1", "at 10"]
    rows = []
    for name, each in tried.items():
        own = each.of(_listed())
        invalid, mock = 100 * (own == 0).mean(), 100 * _expected(own, MOCK_RUNS)[1]
        cells = [name, f"{own.shape[1]}", f"{invalid:.1f}", f"{mock:.2f}"]
        rows.append([*cells, *_stored_ends(name)])
    return table(head, [*rows, [FREE, "endless", "", "", *_stored_ends(FREE)]])


def _stored_ends(form_name: str) -> list[str]:
    """Write the ceilings and floors that reports show."""
    listed, once = (_stored(mode, form_name) for mode in (CLASSIC, STRICT))
    most = f"@{ATTEMPTS}"
    within, cross = listed.ceiling.figures[most]
    ceilings = ((within + cross) / 2, within, cross, once.ceiling.figures[most][0])
    constant = next(each for each in once.blind if each.agent == "topple/best-constant")
    floors = (each.figures[title][0] for each in (once.floor, constant) for title in ("@1", most))
    cells = [f"{100 * value:.1f}" for value in ceilings]
    return [*cells, *(f"{100 * value:.2f}" for value in floors)]


def _stored(rules_name: str, form_name: str) -> References:
    found = stored(f"{rules_name}-{form_name}", protocol(rules_name).version, "test")
    assert found is not None
    return found


def _templates(tried: dict[str, Tried]) -> str:
    names = next(iter(tried.values())).names
    templates = sorted({phyre.task(name).id.template for name in names})
    rows = []
    for template in sorted(templates, key=lambda name: phyre.template(name).phyre_id):
        own = tuple(name for name in names if f"/{template}@" in name)
        shares = [f"{100 * (t.of(own) == 1).any(axis=1).mean():.0f}" for t in tried.values()]
        rows.append([template, phyre.template(template).phyre_id, f"{len(own)}", *shares])
    return table(("template", "PHYRE", "tasks", *tried), rows, left=(0, 1))


def _baselines() -> str:
    head = ["model", "success at 1", "success at 10", "attempts", *map(str, OUTCOMES), "command"]
    rows = []
    for name in BASELINES:
        run = _load(STRICT, name, 0)
        if run is None:
            rows.append([f"topple/{name}", "not played yet"])
            continue
        r = run.results
        scored = attempts_to_success(r.solved_at, r.counted, r.template, ATTEMPTS)
        first, last = (share(scored.solved_by[i], 1) for i in (0, -1))
        counts = (f"{count:,}" for count in r.outcomes.sum(axis=0))
        command = f"`{_command(STRICT, name, 0)}`"
        rows.append([f"topple/{name}", first, last, number(scored.mean), *counts, command])
    return table(head, rows, left=(0, len(head) - 1))
