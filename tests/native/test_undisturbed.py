"""Attempts that share the record of their scene end in the bits of attempts from the start."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from topple._native import phyre as core
from topple.worlds.phyre import PhyreTask, shipped_templates, validate
from topple.worlds.phyre.template import Template
from topple.worlds.phyre.world import WORLD

Seen = list[tuple[int, int, int, bytes, bytes, bytes]]


def played(
    tasks: list[PhyreTask],
    which: NDArray[np.int64],
    actions: NDArray[np.float64],
    *,
    share: bool,
    threads: int = 2,
    **options: Any,
) -> Seen:
    chosen = core.Options()
    for name, value in {"digest": True, "share": share, **options}.items():
        setattr(chosen, name, value)
    batch = core.simulate([task.native for task in tasks], which, actions, chosen, threads)
    status, steps, digests = batch.status(), batch.steps(), batch.digest()
    return [
        (
            int(status[i]),
            int(steps[i]),
            int(digests[i]),
            batch.poses(i).tobytes(),
            batch.frames(i).tobytes(),
            batch.images(i).tobytes() if chosen.images else b"",
        )
        for i in range(len(batch))
    ]


def attempts(
    tasks: list[PhyreTask], count: int, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Draw valid actions for each task: random ones, and as many near its solution."""
    rng = np.random.default_rng(seed)
    which, actions = [], []
    for number, task in enumerate(tasks):
        certificate = WORLD.certificate(task)
        assert certificate is not None
        near = np.array(certificate.solution) + rng.normal(0, 0.01, (count, task.tier.dimensions))
        table = np.concatenate([task.tier.action_set(20 * count, seed), near.clip(0, 1)])
        valid = validate(task, table) == 0
        valid[np.flatnonzero(valid[: 20 * count])[count:]] = False
        which += [number] * int(valid.sum())
        actions.append(table[valid])
    return np.array(which, np.int64), np.concatenate(actions)


def check(template: Template, tasks: int, count: int, seed: int) -> None:
    own = [template.task(i) for i in template.shipped[:: len(template.shipped) // tasks][:tasks]]
    which, actions = attempts(own, count, seed)
    for options in (
        {"outcome_only": True, "stride": 30},
        {"stride": 7},
        {"digest": False, "stride": 1},
        {"digest": False, "outcome_only": True},
    ):
        plain = played(own, which, actions, share=False, **options)
        assert played(own, which, actions, share=True, **options) == plain


@pytest.mark.parametrize("template", shipped_templates(), ids=lambda t: t.name)
def test_every_template(template: Template) -> None:
    check(template, tasks=1, count=8, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("template", shipped_templates(), ids=lambda t: t.name)
def test_many_tasks_of_every_template(template: Template) -> None:
    check(template, tasks=20, count=12, seed=2)


@pytest.mark.parametrize("tier", ["ball", "two_balls"])
def test_in_any_batch_on_any_number_of_threads(tier: str) -> None:
    tasks = [t.task(t.shipped[3]) for t in shipped_templates(tier)[::4]]
    which, actions = attempts(tasks, 5, seed=3)
    plain = played(tasks, which, actions, share=False)
    order = np.random.default_rng(0).permutation(len(which))
    for threads in (1, 3):
        mixed = played(tasks, which[order], actions[order], share=True, threads=threads)
        assert mixed == [plain[i] for i in order]
    alone = [played(tasks, which[i : i + 1], actions[i : i + 1], share=True) for i in order]
    assert [one for (one,) in alone] == [plain[i] for i in order]


def test_images_and_stability() -> None:
    for template in shipped_templates()[::7]:
        tasks = [template.task(template.shipped[0])]
        which, actions = attempts(tasks, 6, seed=4)
        for options in ({"images": True, "stride": 50}, {"stability": True}):
            plain = played(tasks, which, actions, share=False, **options)
            assert played(tasks, which, actions, share=True, **options) == plain


def test_other_step_limits() -> None:
    for template in shipped_templates()[::9]:
        tasks = [template.task(template.shipped[1])]
        which, actions = attempts(tasks, 6, seed=5)
        for most_steps in (10, 100, 1500, 20):
            plain = played(tasks, which, actions, share=False, most_steps=most_steps)
            shared = played(tasks, which, actions, share=True, most_steps=most_steps)
            assert shared == plain
