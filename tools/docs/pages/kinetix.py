"""Kinetix: MOCK with wrong and with true labels, floors, ceilings, and solvable levels."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tools.docs import played
from tools.docs.tables import ends, share, table
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
# Agents on the levels of size M, with the settings that they are given.
_MEDIUM = "kinetix-m"
_AGENTS = {
    "random": {},
    "memory": {"actions": "100"},
    "oracle": {"actions": "100"},
    "kinetix-planner": {},
}


def parts(*, play: bool) -> dict[str, object]:
    """Play the random players and the agents if asked to, and return the parts of the page."""
    for name, settings in _AGENTS.items() if play else ():
        played.play(_MEDIUM, name, name, settings, _options(settings))
    classic = played.baseline_runs(_CLASSIC, "mock", RUNS, play=play)
    strict = played.baseline_runs(_STRICT, "random-valid", RUNS, play=play)
    return {
        "mock": _mock(classic, strict),
        "models": models(),
        "ends": ends(_PROTOCOLS),
        "agents": _agents(),
        "solvable": _solvable(),
    }


def _mock(classic: list[Run], strict: list[Run]) -> str:
    rows = [
        (f"`{_CLASSIC}`, `topple/mock`, {len(classic)} runs", *_by_size(classic)),
        (f"`{_STRICT}`, `topple/random-valid`, {len(strict)} runs", *_by_size(strict)),
        ("the original's code, 6, 20 and 5 runs", "30.0 (5.8)", "33.1 (9.3)", "10.5 (2.9)"),
        ("published, without and with labels", "30.0, 35.0", "31.25, 40.28", "10.83, 6.67"),
    ]
    return table(("", "S, %", "M, %", "L, %"), rows)


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
    return table(head, rows, left=(0, 1))


def _agents() -> str:
    """Return the scores of agents on the levels of size M, as far as their runs are there."""
    rows = []
    for name, settings in _AGENTS.items():
        run = played.finished(_MEDIUM, name)
        if run is not None:
            label = f"`{name}`{' (simulates)' if run.settings.simulates else ''}"
            found = (share(each.estimate, 1) for each in score(run).figures)
            command = f"`topple eval {_MEDIUM} --agent {name}{_options(settings)}`"
            rows.append((label, *found, command))
    head = ("agent", "AUCCESS", "@1", "@10", "command")
    return table(head, rows, left=(0, 4))


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
    return table(head, rows)
