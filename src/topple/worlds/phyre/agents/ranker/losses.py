"""What a ranker minimises: three losses that share one look at the scene."""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor

from topple.agents._training.device import autocast
from topple.worlds.phyre.agents.ranker.data import Batch
from topple.worlds.phyre.agents.ranker.network import Network

_OUTCOMES = 0.5  # weight of the loss by outcome; the listwise loss has 1
_MOTION = 3.0
_ABSENT = -1e4


def loss(network: Network, batch: Batch) -> Tensor:
    """Add up the listwise loss, the loss by outcome and the loss by motion."""
    with autocast(batch.images.device):
        features = network.observe(batch.images)
    logits, motion = network.score(features, batch.actions)
    wrong = F.smooth_l1_loss(motion, batch.motion, beta=0.1, reduction="none").mean(-1)
    return (
        listwise(logits, batch)
        + _OUTCOMES * by_outcome(logits, batch)
        + _MOTION * _mean(wrong, batch.present)
    )


def listwise(logits: Tensor, batch: Batch) -> Tensor:
    """Return minus the logarithm of the probability that falls on solutions, per scene."""
    scores = (logits + batch.weights).masked_fill(batch.present == 0, _ABSENT)
    solutions = scores.masked_fill(~batch.solved, _ABSENT)
    return (scores.logsumexp(1) - solutions.logsumexp(1)).mean()


def by_outcome(logits: Tensor, batch: Batch) -> Tensor:
    """Return the binary cross-entropy, half by solutions and half by misses."""
    solved = batch.solved.float()
    each = F.binary_cross_entropy_with_logits(logits, solved, reduction="none")
    parts = (_mean(each, batch.present * share) for share in (solved, 1 - solved))
    return torch.stack(list(parts)).mean()


def _mean(values: Tensor, weights: Tensor) -> Tensor:
    return (values * weights).sum() / weights.sum().clamp(min=1)
