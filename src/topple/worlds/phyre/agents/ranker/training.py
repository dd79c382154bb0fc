"""Train the ranker of PHYRE on three losses that share one look at the scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor

from topple.agents._ranking.checkpoint import RankerCheckpoint, RankerSettings
from topple.agents._ranking.losses import mean, of_actions
from topple.agents._ranking.training import Family, train_ranker
from topple.agents._training.device import autocast
from topple.agents._training.options import Options, Trained
from topple.worlds.phyre.agents.ranker.data import Batch, Data
from topple.worlds.phyre.agents.ranker.network import Network

_MOTION = 3.0  # weight of the loss by motion


def loss(network: Network, batch: Batch) -> Tensor:
    """Add up the listwise loss, the loss by outcome and the loss by motion."""
    logits, motion = _scored(network, batch)
    wrong = F.smooth_l1_loss(motion, batch.motion, beta=0.1, reduction="none").mean(-1)
    return of_actions(logits, batch) + _MOTION * mean(wrong, batch.present)


def loss_of_outcomes(network: Network, batch: Batch) -> Tensor:
    """Add up the listwise loss and the loss by outcome."""
    return of_actions(_scored(network, batch)[0], batch)


def _scored(network: Network, batch: Batch) -> tuple[Tensor, Tensor]:
    with autocast(batch.images.device):
        features = network.observe(batch.images)
    return network.score(features, batch.actions)


@dataclass(frozen=True, slots=True)
class PhyreSettings(RankerSettings):
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "ranker"

    def build(self) -> Network:
        return Network(width=self.width, depth=self.depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhyreCheckpoint(RankerCheckpoint[PhyreSettings]):
    """A ranker of PHYRE after some updates."""

    settings_type = PhyreSettings


def train(
    data: Data, settings: PhyreSettings, options: Options, start: Network | None = None
) -> tuple[Network, Trained]:
    """Train a network, or continue with the one in the folder; `start` has the first weights."""
    return train_ranker(Family(PhyreCheckpoint, loss), data, settings, options, start)
