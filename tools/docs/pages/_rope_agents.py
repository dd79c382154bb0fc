"""Agents on the packs of rope, and what PPO learns: their part of the page of rope."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tools.docs import played
from tools.docs.pages._runs import curves
from tools.docs.tables import share, table
from topple.metrics.bootstrap import estimate
from topple.runs.load import Run
from topple.worlds.rope.packs import PUBLISHED
from topple.worlds.rope.world import all_templates

_PROTOCOL = "rope-packs"
_SEEDS = 8  # runs of players that draw
_SETTINGS = (
    "--set shots=2000000 --set environments=64 --set round_shots=32 --set batch=512 "
    "--set epochs=8 --set width=32"
)
_DRAWING = ("rope-mock", "rope-random", "random")
_OTHERS = ("memory", "rope-planner", "solution")
_MEMORY = {"actions": "100"}
_TEXT = """
## Agents by pack

Creatures fed on `rope-packs`, one attempt per level, in per cent; intervals resample templates.
`rope-mock` is DeepPHY's random player with half a second between calls, `rope-random` waits or
makes a call that has an effect, `random` draws a whole plan; each is the mean of {seeds} seeds.
`memory` repeats the plan that worked most often on variations of the layout, of 100 listed plans
that it tries on each (its own setting is 1,000). The planner simulates; `solution` plays the stored
solutions.

PPO learns from variations that are in no pack. Most of its 57 actions name items that a level does
not have, and ten such calls end a game, so its policy chooses among the legal actions alone, by a
mask. `python benchmarks/rope_masks.py` trains it with and without the mask, 300,000 moves each,
once; that is 3.9 and 3.1 minutes of one core. With the mask it feeds 18.2 % (10.4 to 27.2) of the
creatures, without it 2.3 % (0.0 to 6.0), and random play 6.8 % (2.2 to 12.5) with one seed.

The table has a row of PPO where a run of these commands is there.

```console
$ topple train {name} --agent ppo {settings} --minutes 18 --threads 1 --out {model}
$ topple eval {name} --agent ppo {settings} --set model={model} --out out/results/{name}/ppo
$ topple eval {name} --agent rope-random --seed 1
```

"""


def part(*, play: bool) -> str:
    """Play what is missing if asked to, and return the part of the page."""
    if play:
        for agent in _DRAWING:
            for seed in range(1, _SEEDS + 1):
                played.play(_PROTOCOL, f"{agent}-{seed}", agent, {}, f" --seed {seed}", seed=seed)
        for agent in _OTHERS:
            settings = _MEMORY if agent == "memory" else {}
            options = "".join(f" --set {key}={value}" for key, value in settings.items())
            played.play(_PROTOCOL, agent, agent, settings, options)
    rows = [
        *(_row(agent, [f"{agent}-{seed + 1}" for seed in range(_SEEDS)]) for agent in _DRAWING),
        *(_row(agent, [agent]) for agent in ("memory", "ppo", "rope-planner", "solution")),
    ]
    text = _TEXT.format(
        seeds=_SEEDS, name=_PROTOCOL, settings=_SETTINGS, model="out/models/rope/ppo"
    )
    head = ("agent", *PUBLISHED, "all", "command")
    return text + curves("rope") + table(head, [row for row in rows if row], left=(0, 7))


def _row(agent: str, folders: Sequence[str]) -> tuple[str, ...]:
    """Return the cells of an agent; nothing if its runs are not finished."""
    runs = [run for folder in folders if (run := played.finished(_PROTOCOL, folder))]
    if not runs:
        return ()
    templates = runs[0].results.template
    fed = np.mean([run.results.solved_at > 0 for run in runs], axis=0)
    packs = np.array([all_templates()[name].group for name in templates.tolist()])
    cells = [f"{100 * fed[packs == pack].mean():.1f}" for pack in PUBLISHED]
    return (
        f"`{agent}`{_apart(runs[0])}",
        *cells,
        share(estimate(fed, templates), 1),
        _command(agent),
    )


def _command(agent: str) -> str:
    """Return the command of a row; that of a trained agent stands above the table."""
    if agent == "ppo":
        return "see above"
    options = {"memory": " --set actions=100", **dict.fromkeys(_DRAWING, " --seed N")}
    seeds = f", N from 1 to {_SEEDS}" if agent in _DRAWING else ""
    return f"`topple eval {_PROTOCOL} --agent {agent}{options.get(agent, '')}`{seeds}"


def _apart(run: Run) -> str:
    return " (simulates)" if run.settings.simulates else ""
