"""What rankers learn from, some solutions and some misses of a scene, and what they minimise."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor


class Chosen(NamedTuple):
    """Actions chosen in scenes, scenes x actions: solutions first, then misses."""

    numbers: Tensor  # of the stored actions
    solved: Tensor
    present: Tensor  # 0 where a scene has too few actions
    weights: Tensor  # logarithm of the number of stored actions that each stands for

    def take(self, table: Tensor) -> Tensor:
        """Return the chosen rows of a table: scenes x actions x numbers."""
        return table.gather(1, self.numbers[..., None].expand(-1, -1, table.shape[-1]))


def choose(labels: Tensor, solved: int, missed: int) -> Chosen:
    """Choose actions by torch's generator; labels are 1 solved, -1 missed, 0 none."""
    order = torch.rand(labels.shape, device=labels.device)
    numbers, present, weights = [], [], []
    for label, most in ((1, solved), (-1, missed)):
        count = min(most, labels.shape[1])
        found, chosen = torch.where(labels == label, order, -1.0).topk(count, sorted=False)
        stored = (labels == label).sum(1, keepdim=True)
        numbers.append(chosen)
        present.append(found >= 0)
        weights.append((stored / count).clamp(min=1).log().expand(-1, count))
    whole = torch.cat(numbers, 1)
    places = torch.arange(whole.shape[1], device=labels.device).expand_as(whole)
    return Chosen(
        whole,
        places < numbers[0].shape[1],
        torch.cat(present, 1).float(),
        torch.cat(weights, 1),
    )


def shift(images: Tensor, by: Tensor) -> Tensor:
    """Move every scene to the left and up by some pixels; its border fills the gap."""
    _, rows, columns = images.shape
    down, right = (
        (torch.arange(size, device=images.device) + own[:, None]).clamp(0, size - 1)
        for size, own in ((rows, by[:, 1]), (columns, by[:, 0]))
    )
    images = images.gather(1, down[:, :, None].expand(-1, -1, columns))
    return images.gather(2, right[:, None, :].expand(-1, rows, -1))


_ABSENT = -1e4
_OUTCOMES = 0.5  # weight of the loss by outcome; the listwise loss has 1


class Tried(Protocol):
    """Actions that were tried, scenes x actions, and what came of them."""

    @property
    def solved(self) -> Tensor:
        """Whether an action solved the task."""

    @property
    def present(self) -> Tensor:
        """1, or 0 where a scene has too few actions."""

    @property
    def weights(self) -> Tensor:
        """Logarithm of the number of stored actions that each stands for."""


def of_actions(logits: Tensor, batch: Tried) -> Tensor:
    """Add up the listwise loss and the loss by outcome."""
    return listwise(logits, batch) + _OUTCOMES * by_outcome(logits, batch)


def listwise(logits: Tensor, batch: Tried) -> Tensor:
    """Return minus the logarithm of the probability of solutions, in scenes that have any."""
    scores = (logits + batch.weights).masked_fill(batch.present == 0, _ABSENT)
    solutions = scores.masked_fill(~batch.solved, _ABSENT)
    lost = scores.logsumexp(1) - solutions.logsumexp(1)
    return mean(lost, (batch.solved & (batch.present > 0)).any(1).float())


def by_outcome(logits: Tensor, batch: Tried) -> Tensor:
    """Return the binary cross-entropy, half by solutions and half by misses."""
    solved = batch.solved.float()
    each = F.binary_cross_entropy_with_logits(logits, solved, reduction="none")
    parts = (mean(each, batch.present * share) for share in (solved, 1 - solved))
    return torch.stack(list(parts)).mean()


def mean(values: Tensor, weights: Tensor) -> Tensor:
    """Return the weighted mean."""
    return (values * weights).sum() / weights.sum().clamp(min=1)
