"""Rankers that see an action as a row of numbers: data, batches, scores and training."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from topple.agents._ranking.checkpoint import RankerCheckpoint, RankerSettings
from topple.agents._ranking.losses import choose, of_actions
from topple.agents._ranking.training import Family, train_ranker
from topple.agents._training.device import autocast
from topple.agents._training.options import Options, Trained
from topple.errors import BadInput

SOLVED, MISSED = 32, 96  # actions drawn per task; fewer where there are fewer

Features = NDArray[np.float32]  # actions x numbers


class Batch(NamedTuple):
    """Actions and what came of them."""

    rows: Tensor  # tasks x actions x numbers
    solved: Tensor
    present: Tensor  # 0 where a task has too few actions
    weights: Tensor  # logarithm of the number of stored actions that each stands for


@dataclass(frozen=True)
class Data:
    """All tasks that have both solutions and misses, on one device."""

    rows: Tensor  # tasks x actions x numbers
    labels: Tensor  # 1 solved, -1 missed, 0 none
    signs: Tensor  # -1 for numbers that change their sign in a mirror
    tasks: str  # a fingerprint of the ids of all training tasks
    fingerprint: str  # hash of that and of the rollouts
    solved: int
    missed: int

    @classmethod
    def of(
        cls, tasks: str, found: Iterable[tuple[Features, NDArray[np.bool_]]], signs: Features
    ) -> Data:
        """Put the actions of tasks into tables."""
        content = hashlib.sha256(tasks.encode())
        kept = []
        for rows, solved in found:
            content.update(np.ascontiguousarray(rows).tobytes())
            content.update(solved.tobytes())
            if 0 < solved.mean() < 1:
                kept.append((rows, solved))
        if not kept:
            raise BadInput("no training task has both solutions and misses", "set `tries` higher")
        labels = np.zeros((len(kept), max(len(solved) for _, solved in kept)), np.int8)
        table = np.zeros((*labels.shape, len(signs)), np.float32)
        while kept:  # all rows take gigabytes: each is freed once it is in the table
            rows, solved = kept.pop()
            labels[len(kept), : len(solved)] = np.where(solved, 1, -1)
            table[len(kept), : len(solved)] = rows
        return cls(
            torch.from_numpy(table),
            torch.from_numpy(labels),
            torch.from_numpy(signs),
            tasks,
            content.hexdigest()[:16],
            int((labels == 1).sum()),
            int((labels == -1).sum()),
        )

    def on(self, device: torch.device) -> Self:
        """Return the data on a device."""
        names = ("rows", "labels", "signs")
        return replace(self, **{name: getattr(self, name).to(device) for name in names})

    def draw(self, scenes: int) -> Batch:
        """Draw tasks and their actions by torch's generator; half of the tasks are mirrored."""
        tasks = torch.randint(len(self.rows), (scenes,), device=self.rows.device)
        chosen = choose(self.labels[tasks], SOLVED, MISSED)
        rows = chosen.take(self.rows[tasks])
        turn = (torch.rand(scenes, device=rows.device) < 0.5)[:, None, None]
        rows = torch.where(turn, rows * self.signs, rows)
        return Batch(rows, chosen.solved, chosen.present, chosen.weights)


def train(
    checkpoint: type[RankerCheckpoint[Any]], data: Data, settings: RankerSettings, options: Options
) -> tuple[nn.Module, Trained]:
    """Train a network, or continue with the one in the folder."""
    return train_ranker(Family(checkpoint, _loss), data, settings, options)


def scores(network: nn.Module, rows: Features) -> NDArray[np.float32]:
    """Return the logits of actions of one task."""
    device = next(network.parameters()).device
    network.eval()
    with torch.inference_mode(), autocast(device):
        parts = torch.split(torch.tensor(rows, device=device), _CHUNK)
        found = torch.cat([network(part[None])[0].float() for part in parts])
    return np.asarray(found.cpu().numpy())


_CHUNK = 4096  # actions scored at a time


def _loss(network: nn.Module, batch: Batch) -> Tensor:
    with autocast(batch.rows.device):
        logits = network(batch.rows).float()
    return of_actions(logits, batch)
