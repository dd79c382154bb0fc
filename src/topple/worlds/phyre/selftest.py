"""A quick proof that this build of the engine gives the bits it should."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from topple.worlds.phyre.actions import TIERS
from topple.worlds.phyre.simulate import simulate
from topple.worlds.phyre.task import shipped_templates, task_of

# Among the 400 attempts of this seed are solved, missed and invalid ones.
ACTIONS_PER_TASK, SEED = 8, 6

# Changes only when a template, the rules or the engine change what comes of an attempt.
GOLDEN = "df8a2750976d3237"


@dataclass(frozen=True, slots=True)
class SelfTest:
    """What the engine gave, next to what it should give."""

    attempts: int
    templates: int
    digest: str
    golden: str = GOLDEN

    @property
    def ok(self) -> bool:
        return self.digest == self.golden


def self_test(threads: int | None = None) -> SelfTest:
    """Play a few actions on one task of each of PHYRE's templates; combine all final states."""
    combined = hashlib.sha256()
    count = 0
    for tier in TIERS.values():
        actions = tier.action_set(ACTIONS_PER_TASK, SEED).tolist()
        templates = shipped_templates(tier.name)
        tasks = [task_of(t, t.shipped[0]) for t in templates for _ in actions]
        batch = simulate(tasks, actions * len(templates), digest=True, threads=threads)
        rows = zip(tasks, batch.status, batch.steps, batch.digests, strict=True)
        for task, status, steps, digest in rows:
            combined.update(f"{task.phyre_id} {status} {steps} {digest:016x}\n".encode())
        count += len(batch)
    return SelfTest(count, len(shipped_templates()), combined.hexdigest()[:16])
