"""I-PHYRE: MOCK as published and here, floors and ceilings, and what every game allows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.docs.pages._runs import baseline_runs, curves, ends
from tools.docs.played import finished
from tools.docs.tables import table
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
_ORIGINAL = ("18.9", "60.5", "3.59", "77.9")  # 60 runs of DeepPHY's code with the package
_SETTINGS = (
    "--set shots=2000000 --set environments=16 --set round_shots=150 --set batch=300 "
    "--set epochs=6 --set width=32"
)
_INTRO = """\
# I-PHYRE: floors, ceilings and learners

`python -m tools.docs results iphyre` plays what is missing, in about two minutes, and writes this
page.

"""


def build(*, play: bool) -> str:
    """Play MOCK if asked to, and return the page."""
    runs = baseline_runs(_CLASSIC, "mock", RUNS, play=play)
    text = f"{_INTRO}{_mock(runs)}\n## Models, as published by DeepPHY\n\n{models()}"
    return f"{text}\n## Floors and ceilings\n\n{ends(_PROTOCOLS)}{_games()}{_learner()}"


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
    return f"## MOCK on `{_CLASSIC}`\n\n{table(head, rows)}"


def _rows(format: str) -> list[tuple[str, ...]]:
    variant = Setup(**usual_setup(_CLASSIC), format=format).variant
    found = metric("auccess").originals(_CLASSIC, variant)
    return [(row.agent, *(f"{value:g}" for value, _ in row.figures.values())) for row in found]


def models() -> str:
    """Return what DeepPHY published, as a table."""
    rows = [(model, f.upper(), *rest) for f in ("vla", "wm") for model, *rest in _rows(f)]
    head = ("model", "format", "attempt 1", "attempt 10", "attempts of solved", "union of 3 runs")
    return table(head, rows, left=(0, 1))


def _games() -> str:
    """Return whether a solving plan is known for every game, and what its reward is."""
    rows = []
    solved = {PUBLISHED: 0, FAITHFUL: 0}
    for template in all_templates().values():
        cells = []
        for index in solved:
            reward = _reward(template, index)
            solved[index] += reward is not None
            cells.append("none known" if reward is None else f"{reward:.0f}")
        rows.append((template.name, template.group, *cells))
    return (
        "\n## Ceiling of every game\n\nThe reward of the stored plan: 1000 for success, -1 per "
        "second, -10 per removed block. It is a lower bound, because plans are stored for their "
        "tolerance. Games that solve themselves need no plan. Solved: "
        f"{solved[PUBLISHED]} of 40 at 60 steps per second, {solved[FAITHFUL]} at 10.\n\n"
        + table(("game", "group", "at 60 per second", "at 10 per second"), rows, left=(0, 1))
    )


def _reward(template: GameTemplate, index: int) -> float | None:
    task = own_task(template.task(index))
    known = WORLD.certificate(task)
    plan = known.solution if known else ()
    (played,) = WORLD.play([task], [plan], threads=1)
    if played.outcome != "solved":
        return None
    seconds = played.steps / task.level.rate
    removed = sum(0 <= when <= seconds for _, when in plan_of(plan))
    return 1000 - seconds - 10 * removed


def _learner() -> str:
    """Return the figures of the trained policy by group, if its run is there."""
    text = (
        "\n## Learning on the fly\n\nPPO learns from the basic games and plays all games. Training "
        "takes five minutes on an idle core; the curve is from a busy one. Practice games solved "
        "rise from 41 to 62 %, and little carries over to the other groups: ten basic games do "
        "not show noisy, combined or several-ball scenes, so PPO learns moments that fit its "
        "own games. Practice games of all four groups would be needed (`iphyre-within`), or a "
        "policy that sees objects instead of slots. Attempts "
        f"after the first are drawn from the policy. *Random* is the mean of {_SEEDS} seeds.\n\n"
        "```console\n"
        f"$ topple train {_LEARNT} --agent ppo {_SETTINGS} --out models/iphyre\n"
        f"$ topple eval {_LEARNT} --agent ppo {_SETTINGS} --set model=models/iphyre "
        f"--out out/results/{_LEARNT}/ppo\n"
        f"$ topple eval {_LEARNT} --agent random --seed 1 --out out/results/{_LEARNT}/random-1\n"
        f"```\n\n{curves('iphyre')}"
    )
    run = finished(_LEARNT, "ppo")
    randoms = [found for i in range(_SEEDS) if (found := finished(_LEARNT, f"random-{i + 1}"))]
    if run is None or not randoms:
        return f"{text}No run of it is stored yet.\n"
    groups = np.array([all_templates()[name].group for name in run.results.template.tolist()])
    ours, theirs = ([each.results.solved_at for each in some] for some in ([run], randoms))
    rows = [
        (
            group,
            *(_shares(some, groups == group, last) for some in (ours, theirs) for last in (1, 5)),
        )
        for group in GROUPS
    ]
    return text + table(("group", "PPO at 1, %", "at 5", "random at 1, %", "at 5"), rows)


def _shares(runs: Sequence[NDArray[np.int64]], among: NDArray[np.bool_], last: int) -> str:
    """Return the share of games solved by an attempt, over all runs."""
    solved = np.array([solved_at[among] for solved_at in runs])
    return f"{100 * ((solved > 0) & (solved <= last)).mean():.1f}"
