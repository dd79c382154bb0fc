"""Kinetix: MOCK with wrong and with true labels, floors, ceilings, and solvable levels."""

from __future__ import annotations

import numpy as np

from tools.docs.pages._runs import baseline_runs, curves, ends
from tools.docs.played import finished
from tools.docs.tables import table
from topple.metrics.metric import metric
from topple.prompting.setup import Setup
from topple.runs.load import Run
from topple.vlm.options import usual_setup
from topple.worlds.kinetix.level import SIZES
from topple.worlds.kinetix.template import HandMade, all_templates
from topple.worlds.kinetix.world import WORLD

RUNS = 20
_CLASSIC, _STRICT = "deepphy-kinetix-classic", "deepphy-kinetix"
_PROTOCOLS = (_CLASSIC, _STRICT, "kinetix-s", "kinetix-m", "kinetix-l")
_SETTINGS = "--set steps=10000000 --set environments=256 --set round_steps=128 --set batch=8192"
_INTRO = """\
# Kinetix: floors, ceilings and learners

`python -m tools.docs results kinetix` plays what is missing, in about two minutes, and writes this
page.

"""


def build(*, play: bool) -> str:
    """Play the random players if asked to, and return the page."""
    classic = baseline_runs(_CLASSIC, "mock", RUNS, play=play)
    strict = baseline_runs(_STRICT, "random-valid", RUNS, play=play)
    text = f"{_INTRO}{_mock(classic, strict)}\n## Models, as published by DeepPHY\n\n{models()}"
    return f"{text}\n## Floors and ceilings\n\n{ends(_PROTOCOLS)}{_solvable()}{_learners()}"


def _mock(classic: list[Run], strict: list[Run]) -> str:
    rows = [
        (f"`{_CLASSIC}`, `topple/mock`, {len(classic)} runs", *_by_size(classic)),
        (f"`{_STRICT}`, `topple/random-valid`, {len(strict)} runs", *_by_size(strict)),
        ("the original's code, 6, 20 and 5 runs", "30.0 (5.8)", "33.1 (9.3)", "10.5 (2.9)"),
        ("published, without and with labels", "30.0, 35.0", "31.25, 40.28", "10.83, 6.67"),
    ]
    return (
        "## Random decisions\n\nThe classic vector drives other channels than its labels say in "
        "half of the levels; the strict form has one number per live channel. Both draw every "
        "number uniformly, so the difference between them is the cost of wrong vectors. In "
        "brackets: the standard deviation over runs.\n\n"
        + table(("", "S, %", "M, %", "L, %"), rows)
    )


def _by_size(runs: list[Run]) -> tuple[str, ...]:
    cells = []
    for fold in range(len(SIZES)):
        shares = [(run.results.solved_at[run.results.fold == fold] > 0).mean() for run in runs]
        cells.append(f"{100 * np.mean(shares):.1f} ({100 * np.std(shares, ddof=1):.1f})")
    return tuple(cells)


def models() -> str:
    """Return what DeepPHY published, as a table."""
    rows = []
    for format in ("vla", "wm"):
        variant = Setup(**usual_setup(_CLASSIC), format=format).variant
        for row in metric("auccess").originals(_CLASSIC, variant):
            cells = (f"{value:g}" for value, _ in row.figures.values())
            rows.append((row.agent, format.upper(), *cells))
    head = ("model", "format", "S", "M", "L")
    return "In per cent, with labels in the picture.\n\n" + table(head, rows, left=(0, 1))


def _solvable() -> str:
    """Return how many hand-made levels have a stored solution, in both regimes."""
    rows = []
    for size in SIZES:
        own = [each for each in all_templates().values() if each.size == size]
        levels = [each for each in own if isinstance(each, HandMade)]
        known = [WORLD.certificates(each).tasks.get(0) for each in levels]
        held = sum(bool(each and each.facts["held"]) for each in known)
        solved = sum(each is not None for each in known)
        rows.append((size.upper(), f"{len(levels)}", f"{held}", f"{solved}"))
    head = ("size", "levels", "solved with 16 held decisions", "solved with free decisions")
    return (
        "\n## Levels with a known solution\n\nThe others are open; `topple certify kinetix "
        "--again --actions 5000` goes on with them.\n\n" + table(head, rows)
    )


def _learners() -> str:
    """Return zero-shot success of the trained policies, as far as their runs are there."""
    text = (
        "\n## Zero-shot success after training on random levels\n\nThree trainings shared one "
        "NVIDIA H200 for five and a half minutes, 2.5 to 3.6 million steps each; the published "
        "generalist had 18 billion steps of size L. Random play solves about as many levels at "
        "attempt 1: this is a short budget. The published one has 5,000 times as many steps, "
        "which would take weeks at this speed.\n\n```console\n"
        f"$ topple train kinetix-s --agent kinetix-ppo {_SETTINGS} --minutes 5.5 "
        "--out models/kinetix_s\n"
        f"$ topple eval kinetix-s --agent kinetix-ppo {_SETTINGS} --set model=models/kinetix_s "
        "--out out/results/kinetix-s/ppo\n```\n\n"
        f"{curves('kinetix')}"
    )
    rows = []
    for size, published in zip(SIZES, ("42", "32", "11"), strict=True):
        run = finished(f"kinetix-{size}", "ppo")
        ours = "no run is stored yet"
        if run is not None:
            ours = f"{100 * (run.results.solved_at == 1).mean():.1f}"
        rows.append((size.upper(), ours, published))
    return text + table(("size", "`kinetix-ppo` at attempt 1, %", "published, %"), rows)
