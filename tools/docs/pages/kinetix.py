"""Kinetix: MOCK with wrong and with true labels, floors, ceilings, and solvable levels."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tools.docs import played
from tools.docs.pages._runs import baseline_runs, ends
from tools.docs.played import finished
from tools.docs.tables import share, table
from topple.metrics.metric import metric
from topple.prompting.setup import Setup
from topple.runs.load import Run
from topple.runs.score import score
from topple.vlm.options import usual_setup
from topple.worlds.kinetix.level import SIZES
from topple.worlds.kinetix.template import HandMade, all_templates
from topple.worlds.kinetix.world import WORLD

RUNS = 20
_CLASSIC, _STRICT = "deepphy-kinetix-classic", "deepphy-kinetix"
_PROTOCOLS = (_CLASSIC, _STRICT, "kinetix-s", "kinetix-m", "kinetix-l")
_INTRO = """\
# Kinetix: floors and ceilings

`python -m tools.docs results kinetix` plays what is missing, in about two minutes, and writes this
page.

"""


# Agents on the levels of size M, with the settings that they are given.
_MEDIUM = "kinetix-m"
_AGENTS = {
    "random": {},
    "memory": {"actions": "100"},
    "oracle": {"actions": "100"},
    "kinetix-planner": {},
}


def build(*, play: bool) -> str:
    """Play the random players and the agents if asked to, and return the page."""
    for name, settings in _AGENTS.items() if play else ():
        played.play(_MEDIUM, name, name, settings, _options(settings))
    classic = baseline_runs(_CLASSIC, "mock", RUNS, play=play)
    strict = baseline_runs(_STRICT, "random-valid", RUNS, play=play)
    text = f"{_INTRO}{_mock(classic, strict)}\n## Models, as published by DeepPHY\n\n{models()}"
    return f"{text}\n## Floors and ceilings\n\n{ends(_PROTOCOLS)}{agents()}{_solvable()}"


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


def agents() -> str:
    """Return the scores of agents on the levels of size M, as far as their runs are there."""
    rows = []
    for name, settings in _AGENTS.items():
        run = finished(_MEDIUM, name)
        if run is not None:
            label = f"`{name}`{' (simulates)' if run.settings.simulates else ''}"
            found = (share(each.estimate, 1) for each in score(run).figures)
            command = f"`topple eval {_MEDIUM} --agent {name}{_options(settings)}`"
            rows.append((label, *found, command))
    head = ("agent", "AUCCESS", "@1", "@10", "command")
    return (
        "\n## Agents\n\nThe 24 levels of size M, in per cent; intervals resample levels.\n\n"
        + table(head, rows, left=(0, 4))
    )


def _options(settings: Mapping[str, str]) -> str:
    return "".join(f" --set {key}={value}" for key, value in settings.items())


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
