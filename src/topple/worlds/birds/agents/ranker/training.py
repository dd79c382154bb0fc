"""Train the birds ranker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from torch import Tensor

from topple.agents._ranking.checkpoint import RankerCheckpoint, RankerSettings
from topple.agents._ranking.losses import of_actions
from topple.agents._ranking.training import Family, train_ranker
from topple.agents._training.device import autocast
from topple.agents._training.options import Options, Trained
from topple.worlds.birds.agents.ranker.data import Batch, Data
from topple.worlds.birds.agents.ranker.network import Network


@dataclass(frozen=True, slots=True)
class BirdsSettings(RankerSettings):
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "birds-ranker"

    def build(self) -> Network:
        return Network(width=self.width, depth=self.depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class BirdsCheckpoint(RankerCheckpoint[BirdsSettings]):
    """A ranker of shots after some updates."""

    settings_type = BirdsSettings


def train(data: Data, settings: BirdsSettings, options: Options) -> tuple[Network, Trained]:
    """Train a network, or continue with the one in the folder."""
    return train_ranker(Family(BirdsCheckpoint, _loss), data, settings, options)


def _loss(network: Network, batch: Batch) -> Tensor:
    with autocast(batch.images.device):
        fine, _ = network.encode(batch.images)
        logits = network.score(fine, batch.birds, batch.shots, batch.moved).float()
    return of_actions(logits, batch)
