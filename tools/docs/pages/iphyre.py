"""I-PHYRE: MOCK as published and here, floors and ceilings, and what every game allows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.docs.learning import curves
from tools.docs.played import baseline_runs, finished
from tools.docs.tables import ends, table
from topple.metrics.metric import metric
from topple.metrics.survival import solved_in_any
from topple.prompting.setup import Setup
from topple.protocols import protocol
from topple.runs.load import Run
from topple.vlm.options import usual_setup
from topple.worlds.iphyre.action_space import plan_of
from topple.worlds.iphyre.games import GROUPS
from topple.worlds.iphyre.template import FAITHFUL, PUBLISHED, GameTemplate
from topple.worlds.iphyre.world import WORLD, all_templates, own_task

RUNS = 60  # runs of MOCK
UNION = 3  # runs, as published
_SEEDS = 8  # runs of `random`
_CLASSIC, _LEARNT = "deepphy-iphyre-classic", "iphyre-basic-to-all"
_PROTOCOLS = ("deepphy-iphyre", _CLASSIC, _LEARNT, "iphyre-within", "iphyre-cross")
_UNKNOWN = "none known"
_ORIGINAL = ("18.9", "60.5", "3.59", "77.9")  # 60 runs of DeepPHY's code with the package


def parts(*, play: bool) -> dict[str, object]:
    """Play MOCK if asked to, and return the parts of the page."""
    games = _games()
    return {
        "mock": _mock(baseline_runs(_CLASSIC, "mock", RUNS, play=play)),
        "models": models(),
        "ends": ends(_PROTOCOLS),
        "solved": [sum(game[i] != _UNKNOWN for game in games) for i in (2, 3)],
        "games": table(("game", "group", "at 60 per second", "at 10 per second"), games, (0, 1)),
        "curves": curves("iphyre"),
        "learner": _learner(),
    }


def _mock(runs: list[Run]) -> str:
    """Return MOCK's figures over many runs next to others."""
    solved = np.array([run.results.solved_at for run in runs])
    at_1, at_10 = (solved == 1).mean(axis=1), (solved > 0).mean(axis=1)
    template, most = runs[0].results.template, protocol(_CLASSIC).attempts
    unions = [
        solved_in_any(solved[i : i + UNION], template, most).value
        for i in range(0, len(runs) - UNION + 1, UNION)
    ]
    ours = (
        f"{100 * at_1.mean():.1f} (s.d. over runs {100 * at_1.std(ddof=1):.1f})",
        f"{100 * at_10.mean():.1f} ({100 * at_10.std(ddof=1):.1f})",
        f"{solved[solved > 0].mean():.2f}",
        f"{100 * np.mean(unions):.1f}",
    )
    (published,) = (row for row in _rows("vla") if row[0] == "MOCK")
    rows = [
        (f"`topple/mock`, {len(runs)} runs", *ours),
        ("the original, run for comparison", *_ORIGINAL),
        ("published", *published[1:]),
    ]
    head = ("MOCK", "attempt 1, %", "attempt 10, %", "attempts of solved games", "union of 3, %")
    return table(head, rows)


def _rows(format: str) -> list[tuple[str, ...]]:
    variant = Setup(**usual_setup(_CLASSIC), format=format).variant
    found = metric("auccess").originals(_CLASSIC, variant)
    return [(row.agent, *(f"{value:g}" for value, _ in row.figures.values())) for row in found]


def models() -> str:
    """Return what DeepPHY published, as a table."""
    rows = [(model, f.upper(), *rest) for f in ("vla", "wm") for model, *rest in _rows(f)]
    head = ("model", "format", "attempt 1", "attempt 10", "attempts of solved", "union of 3 runs")
    return table(head, rows, left=(0, 1))


def _games() -> list[tuple[str, ...]]:
    """Return whether a solving plan is known for every game, and what its reward is."""
    return [
        (game.name, game.group, *(_reward(game, index) for index in (PUBLISHED, FAITHFUL)))
        for game in all_templates().values()
    ]


def _reward(template: GameTemplate, index: int) -> str:
    task = own_task(template.task(index))
    known = WORLD.certificate(task)
    plan = known.solution if known else ()
    (played,) = WORLD.play([task], [plan], threads=1)
    if played.outcome != "solved":
        return _UNKNOWN
    seconds = played.steps / task.level.rate
    removed = sum(0 <= when <= seconds for _, when in plan_of(plan))
    return f"{1000 - seconds - 10 * removed:.0f}"


def _learner() -> str:
    """Return the figures of the trained policy by group, if its run is there."""
    run = finished(_LEARNT, "ppo")
    randoms = [found for i in range(_SEEDS) if (found := finished(_LEARNT, f"random-{i + 1}"))]
    if run is None or not randoms:
        return table((), ())
    groups = np.array([all_templates()[name].group for name in run.results.template.tolist()])
    ours, theirs = ([each.results.solved_at for each in some] for some in ([run], randoms))
    rows = [
        (
            group,
            *(_shares(some, groups == group, last) for some in (ours, theirs) for last in (1, 5)),
        )
        for group in GROUPS
    ]
    return table(("group", "PPO at 1, %", "at 5", "random at 1, %", "at 5"), rows)


def _shares(runs: Sequence[NDArray[np.int64]], among: NDArray[np.bool_], last: int) -> str:
    """Return the share of games solved by an attempt, over all runs."""
    solved = np.array([solved_at[among] for solved_at in runs])
    return f"{100 * ((solved > 0) & (solved <= last)).mean():.1f}"
