"""Training data of a ranker: scenes and rollouts as tensors, drawn in batches."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from topple.agents._ranking.losses import choose, shift
from topple.errors import BadInput
from topple.worlds.phyre.agents.ranker.network import SIZE
from topple.worlds.phyre.agents.ranker.rollouts import NUMBERS, Example

SOLVED, MISSED = 96, 416  # actions drawn per scene; fewer where there are fewer
_SHIFT = 4  # pixels: scenes are moved a little, so that they cannot be learnt by heart
MOTION_UNIT = 64.0


class Batch(NamedTuple):
    """Scenes, actions and what came of them."""

    images: Tensor  # scenes x rows x columns
    actions: Tensor  # scenes x actions x pixels
    solved: Tensor  # 1 or 0
    present: Tensor  # 0 where a scene has too few actions
    weights: Tensor  # logarithm of the number of stored actions that each stands for
    motion: Tensor


@dataclass(frozen=True)
class Data:
    """All scenes that have both solutions and misses, on one device."""

    images: Tensor
    balls: Tensor
    labels: Tensor  # 1 solved, -1 missed, 0 none
    motion: Tensor
    tasks: str  # a fingerprint of the ids of all training tasks, or a name
    fingerprint: str  # hash of that and of the rollouts
    solved: int
    missed: int

    @classmethod
    def of(cls, tasks: str, examples: Sequence[Example]) -> Data:
        """Put examples with one action space into tables; `tasks` says what they come from."""
        if len({each.rollouts.balls.shape[1] for each in examples}) != 1:
            raise BadInput("a ranker needs one task or more, all with the same action space")
        content = hashlib.sha256(tasks.encode())
        for _, each in examples:
            content.update(np.ascontiguousarray(each.balls).data)
            content.update(np.ascontiguousarray(each.solved).data)
        useful = [each for each in examples if 0 < each.rollouts.solved.mean() < 1]
        if not useful:
            raise BadInput("no training task has both solutions and misses", "set `actions` higher")
        most = max(len(each.solved) for _, each in useful)
        labels = np.zeros((len(useful), most), np.int8)
        balls = np.zeros((*labels.shape, useful[0].rollouts.balls.shape[1]), np.uint8)
        motion = np.zeros((*labels.shape, NUMBERS), np.int8)
        for row, (_, each) in enumerate(useful):
            count = len(each.solved)
            labels[row, :count] = np.where(each.solved, 1, -1)
            balls[row, :count], motion[row, :count] = each.balls, each.motion
        return cls(
            images=torch.from_numpy(np.stack([each.image for each in useful])),
            balls=torch.from_numpy(balls),
            labels=torch.from_numpy(labels),
            motion=torch.from_numpy(motion),
            tasks=tasks,
            fingerprint=content.hexdigest()[:16],
            solved=int((labels == 1).sum()),
            missed=int((labels == -1).sum()),
        )

    def on(self, device: torch.device) -> Data:
        """Return the data on a device."""
        names = ("images", "balls", "labels", "motion")
        return replace(self, **{name: getattr(self, name).to(device) for name in names})

    def draw(self, scenes: int) -> Batch:
        """Draw scenes and their actions by torch's generator; half of the scenes are mirrored."""
        rows = torch.randint(len(self.images), (scenes,), device=self.images.device)
        return vary(self._chosen(rows))

    def _chosen(self, rows: Tensor) -> Batch:
        chosen = choose(self.labels[rows], SOLVED, MISSED)
        return Batch(
            self.images[rows],
            chosen.take(self.balls[rows]).float(),
            chosen.solved,
            chosen.present,
            chosen.weights,
            chosen.take(self.motion[rows]).float() / MOTION_UNIT,
        )


def mirror(actions: Tensor) -> Tensor:
    """Return actions at the other side of the scene."""
    turned = actions.clone()
    turned[..., 0::3] = SIZE - turned[..., 0::3]
    return turned


def mirror_motion(motion: Tensor) -> Tensor:
    """Return the motion in a mirror: x changes its sign, y does not."""
    return motion * (2.0 * (torch.arange(NUMBERS, device=motion.device) % 2) - 1)


def vary(batch: Batch) -> Batch:
    """Mirror half of the scenes by torch's generator, and move all of them a little."""
    return _shift(_mirror_half(batch))


def _mirror_half(batch: Batch) -> Batch:
    """Mirror half of the scenes."""
    turn = (torch.rand(len(batch.images), device=batch.images.device) < 0.5)[:, None, None]
    return batch._replace(
        images=torch.where(turn, batch.images.flip(2), batch.images),
        actions=torch.where(turn, mirror(batch.actions), batch.actions),
        motion=torch.where(turn, mirror_motion(batch.motion), batch.motion),
    )


def _shift(batch: Batch) -> Batch:
    """Move every scene by a few pixels; its border fills the gap."""
    device, count = batch.images.device, len(batch.images)
    by = torch.randint(-_SHIFT, _SHIFT + 1, (count, 2), device=device)
    images = shift(batch.images, by)
    balls = batch.actions.reshape(count, -1, 3)
    moved = torch.cat([balls[..., :2] - by[:, None], balls[..., 2:]], -1)
    return batch._replace(images=images, actions=moved.reshape(batch.actions.shape))
