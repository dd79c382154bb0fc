"""Training data of the birds ranker: positions and shots as tensors, drawn in batches."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
import torch
from torch import Tensor

from topple.agents._ranking.losses import choose, shift
from topple.errors import BadInput
from topple.worlds.birds.agents.birds_ranker.rollouts import Position
from topple.worlds.birds.agents.birds_ranker.shots import NUMBERS

SOLVED, MISSED = 48, 144  # shots drawn per scene; fewer where there are fewer
_SHIFT = 8  # pixels: scenes are moved a little, so that they cannot be learnt by heart


class Batch(NamedTuple):
    """Scenes, shots and what came of them."""

    images: Tensor  # scenes x rows x columns
    birds: Tensor  # number of the kind, birds left
    shots: Tensor  # scenes x shots x numbers
    moved: Tensor  # pixels by which an image is moved
    solved: Tensor
    present: Tensor  # 0 where a scene has too few shots
    weights: Tensor  # logarithm of the number of stored shots that each stands for


@dataclass(frozen=True)
class Data:
    """All positions that have both solutions and misses, on one device."""

    images: Tensor
    birds: Tensor
    shots: Tensor
    labels: Tensor  # 1 solved, -1 missed, 0 none
    shares: Tensor  # of a position among those of its task
    tasks: str  # a fingerprint of the ids of all training tasks
    fingerprint: str  # hash of that and of the rollouts
    solved: int
    missed: int

    @classmethod
    def of(cls, tasks: str, found: Sequence[Sequence[Position]]) -> Data:
        """Put the positions of tasks into tables."""
        content = hashlib.sha256(tasks.encode())
        for each in (position for positions in found for position in positions):
            content.update(each.shots.tobytes())
            content.update(each.solved.tobytes())
        useful = [[each for each in positions if 0 < each.solved.mean() < 1] for positions in found]
        rows = [each for positions in useful for each in positions]
        if not rows:
            raise BadInput("no training task has both solutions and misses", "set `shots` higher")
        labels = np.zeros((len(rows), max(len(each.solved) for each in rows)), np.int8)
        shots = np.zeros((*labels.shape, NUMBERS), np.float32)
        for number, each in enumerate(rows):
            labels[number, : len(each.solved)] = np.where(each.solved, 1, -1)
            shots[number, : len(each.solved)] = each.shots
        shares = [1 / len(positions) for positions in useful for _ in positions]
        return cls(
            images=torch.from_numpy(np.stack([each.image for each in rows])),
            birds=torch.tensor([(each.bird, each.left) for each in rows]),
            shots=torch.from_numpy(shots),
            labels=torch.from_numpy(labels),
            shares=torch.tensor(shares),
            tasks=tasks,
            fingerprint=content.hexdigest()[:16],
            solved=int((labels == 1).sum()),
            missed=int((labels == -1).sum()),
        )

    def on(self, device: torch.device) -> Self:
        """Return the data on a device."""
        names = ("images", "birds", "shots", "labels", "shares")
        return replace(self, **{name: getattr(self, name).to(device) for name in names})

    def draw(self, scenes: int) -> Batch:
        """Draw scenes and their shots by torch's generator, all tasks equally often."""
        rows = torch.multinomial(self.shares, scenes, replacement=True)
        chosen = choose(self.labels[rows], SOLVED, MISSED)
        moved = torch.randint(-_SHIFT, _SHIFT + 1, (scenes, 2), device=rows.device)
        return Batch(
            shift(self.images[rows], moved),
            self.birds[rows],
            chosen.take(self.shots[rows]),
            moved.float(),
            chosen.solved,
            chosen.present,
            chosen.weights,
        )
