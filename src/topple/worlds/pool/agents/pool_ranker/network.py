"""The network of the pool ranker: a perceptron with shortcuts over the numbers of a shot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from torch import Tensor, nn

from topple.agents._ranking.checkpoint import RankerCheckpoint, RankerSettings
from topple.worlds.pool.agents.pool_ranker.features import SIGNS


class Network(nn.Module):
    """Computes the logits of shots: tasks x shots x numbers to tasks x shots."""

    def __init__(self, *, width: int, depth: int, dropout: float = 0.3) -> None:
        super().__init__()
        self.first = nn.Linear(len(SIGNS), width)
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.LayerNorm(width),
                nn.Linear(width, 2 * width),
                nn.GELU(),
                nn.Linear(2 * width, width),
                nn.Dropout(dropout),
            )
            for _ in range(depth)
        )
        self.norm, self.logit = nn.LayerNorm(width), nn.Linear(width, 1)

    def forward(self, rows: Tensor) -> Tensor:
        hidden = self.first(rows)
        for block in self.blocks:
            hidden = hidden + block(hidden)
        logits: Tensor = self.logit(self.norm(hidden))[..., 0]
        return logits


@dataclass(frozen=True, slots=True)
class PoolSettings(RankerSettings):
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "pool-ranker"

    def build(self) -> Network:
        return Network(width=self.width, depth=self.depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolCheckpoint(RankerCheckpoint[PoolSettings]):
    """A ranker of shots after some updates."""

    settings_type = PoolSettings
