"""What the ranker minimises: three losses that share one look at the scene."""

from __future__ import annotations

import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor

from topple.agents._ranking.losses import by_outcome, listwise, mean
from topple.agents._training.device import autocast
from topple.worlds.phyre.agents.ranker.data import Batch
from topple.worlds.phyre.agents.ranker.network import Network

_OUTCOMES = 0.5  # weight of the loss by outcome; the listwise loss has 1
_MOTION = 3.0


def loss(network: Network, batch: Batch) -> Tensor:
    """Add up the listwise loss, the loss by outcome and the loss by motion."""
    with autocast(batch.images.device):
        features = network.observe(batch.images)
    logits, motion = network.score(features, batch.actions)
    wrong = F.smooth_l1_loss(motion, batch.motion, beta=0.1, reduction="none").mean(-1)
    return (
        listwise(logits, batch)
        + _OUTCOMES * by_outcome(logits, batch)
        + _MOTION * mean(wrong, batch.present)
    )
