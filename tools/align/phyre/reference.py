"""Compare Topple with the original package while it runs."""

from __future__ import annotations

import numpy as np

from tools.align.phyre.original import Reference
from tools.align.tally import Tally
from topple.worlds import phyre
from topple.worlds.phyre import TIERS, PhyreTask, simulate
from topple.worlds.phyre.folds import SEEDS, fold

_DRAWS = 1000


def compare_folds(reference: Reference) -> Tally:
    """Compare all fold lists with those of the package."""
    tally = Tally("package: fold lists")
    for name, parts in reference.ask("folds", seeds=len(SEEDS)).items():
        setup, _, seed = name.partition("/")
        ours = fold(setup, int(seed))
        for part, theirs in zip(("train", "dev", "test"), parts, strict=True):
            tally.add(list(getattr(ours, part)) == theirs, f"{name} {part}")
    return tally


def compare_play(reference: Reference, count: int) -> list[Tally]:
    """Play `count` random valid and `count` invalid actions on one task per template."""
    names = ("statuses", "engine steps", "final features")
    tallies = {name: Tally(f"package: {name}") for name in names}
    for tier in TIERS:
        tasks = [
            t.task(t.shipped[i * 7 % len(t.shipped)])
            for i, t in enumerate(phyre.shipped_templates())
            if t.tier == tier
        ]
        reference.ask("load", tier=tier, tasks=[task.phyre_id for task in tasks])
        for i, task in enumerate(tasks):
            _play(reference, task, count, i, tallies)
    return list(tallies.values())


def _play(
    reference: Reference, task: PhyreTask, count: int, seed: int, tallies: dict[str, Tally]
) -> None:
    drawn = np.random.default_rng(seed).uniform(-0.02, 1.02, (_DRAWS, task.tier.dimensions))
    drawn = np.concatenate([task.tier.action_set(_DRAWS, seed + 1), drawn])
    refused = phyre.validate(task, drawn) > 0
    # From both ends of the list, so that some of the refused actions are out of range.
    actions = np.concatenate(
        [
            drawn[~refused][:count],
            drawn[refused][: count // 2],
            drawn[refused][count // 2 - count :],
        ]
    )
    answer = reference.ask(
        "play",
        tier=task.tier.name,
        mode="features",
        tasks=[task.phyre_id] * len(actions),
        actions=actions.tolist(),
        check=True,
    )
    batch = simulate(task, actions, stride=1)
    for i, seen in enumerate(answer["seen"]):
        name = f"{task.phyre_id} {actions[i].tolist()}"
        tallies["statuses"].add(batch.status[i] == seen["status"], name)
        if seen["status"] == 0:
            continue
        tallies["engine steps"].add(batch.steps[i] == seen["steps"], name)
        final = np.array(seen["final"], np.float32)
        tallies["final features"].add_features(batch.features(i)[-1], final, name)
