"""Training examples of a DQN: valid pairs of a task and an action, in balanced batches."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from topple.agents._training.checkpoint import fingerprint
from topple.errors import BadInput
from topple.tasks.draw import generator
from topple.tasks.task import Task
from topple.worlds.phyre.world import own_task

BLOCK = 256  # batches drawn at a time

Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]  # numbers of tasks and of actions


@dataclass(frozen=True)
class Examples:
    """Images of the tasks, the actions they share, and the pairs that solve and that miss."""

    images: NDArray[np.uint8]
    actions: NDArray[np.float32]
    solved: NDArray[np.integer]
    missed: NDArray[np.integer]
    tasks: str  # a fingerprint of their ids
    fingerprint: str  # hash of ids and outcomes

    @classmethod
    def of(cls, tasks: Sequence[Task], outcomes: NDArray[np.int8]) -> Examples:
        """Make examples from a table, tasks x actions: 1 solved, -1 missed, 0 invalid."""
        if len({task.actions.name for task in tasks}) != 1:
            raise BadInput("a DQN needs one task or more, all with the same action space")
        content = hashlib.sha256(fingerprint(tasks).encode())
        content.update(np.ascontiguousarray(outcomes).data)
        found = cls(
            images=np.stack([own_task(task).image() for task in tasks]),
            actions=tasks[0].actions.candidates(outcomes.shape[1]).astype(np.float32),
            solved=_where(outcomes, 1),
            missed=_where(outcomes, -1),
            tasks=fingerprint(tasks),
            fingerprint=content.hexdigest()[:16],
        )
        if not (len(found.solved) and len(found.missed)):
            raise BadInput(
                f"{len(found.solved)} pairs solved and {len(found.missed)} missed: both are needed",
                "set `actions` higher",
            )
        return found

    def block(self, number: int, *, batch: int, seed: int) -> Pairs:
        """Draw a block of batches with replacement: first half solved, second half missed.

        Blocks are keyed by seed and number, so that resuming needs no generator state.
        """
        draws = generator("dqn batches", seed, number)
        half = batch // 2
        parts = [
            pairs[draws.integers(len(pairs), size=(BLOCK, half))]
            for pairs in (self.solved, self.missed)
        ]
        return np.divmod(np.concatenate(parts, axis=1).astype(np.int64), len(self.actions))


def _where(outcomes: NDArray[np.int8], wanted: int) -> NDArray[np.integer]:
    """Return the numbers of the pairs with an outcome; row by row, as there may be 200 million."""
    count = outcomes.shape[1]
    kind = np.int32 if outcomes.size < 2**31 else np.int64
    rows = [
        np.flatnonzero(row == wanted).astype(kind) + i * count for i, row in enumerate(outcomes)
    ]
    return np.concatenate(rows).astype(kind)
