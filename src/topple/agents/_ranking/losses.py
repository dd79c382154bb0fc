"""What rankers minimise: losses over the actions that were tried in each scene."""

from __future__ import annotations

from typing import Protocol

import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor

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
