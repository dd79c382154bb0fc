"""A quick test that this build of the engine gives the expected bits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from topple.tasks.selftest import Request, SelfTest
from topple.worlds.phyre.actions import TIERS
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.world import WORLD, shipped_templates

# Among the 400 attempts of this seed are solved, missed and invalid ones.
ACTIONS_PER_TASK, SEED = 8, 6

# Changes only when a template, the rules or the engine change the outcome of an attempt.
GOLDEN = "df8a2750976d3237"


def self_test(threads: int | None = None) -> SelfTest:
    """Play a few actions on one task of each of PHYRE's templates; combine all final states."""
    combined = hashlib.sha256()
    count = 0
    for tier in TIERS.values():
        actions = tier.action_set(ACTIONS_PER_TASK, SEED).tolist()
        templates = shipped_templates(tier.name)
        tasks = [t.task(t.shipped[0]) for t in templates for _ in actions]
        batch = simulate(tasks, actions * len(templates), digest=True, threads=threads)
        rows = zip(tasks, batch.status, batch.steps, batch.digests, strict=True)
        for task, status, steps, digest in rows:
            combined.update(f"{task.phyre_id} {status} {steps} {digest:016x}\n".encode())
        count += len(batch)
    return SelfTest(count, len(shipped_templates()), combined.hexdigest()[:16], GOLDEN)


def requests() -> Iterator[Request]:
    """Return the attempts of the self-test for builds without Python."""
    for tier in TIERS.values():
        actions = tier.action_set(ACTIONS_PER_TASK, SEED).tolist()
        for template in shipped_templates(tier.name):
            task = template.task(template.shipped[0])
            batch = simulate(task, actions, digest=True)
            digests = [f"{digest:016x}" for digest in batch.digests]
            expected = list(zip(batch.steps.tolist(), digests, strict=True))
            yield Request(WORLD.name, json.loads(task.native.json()), actions, expected)
