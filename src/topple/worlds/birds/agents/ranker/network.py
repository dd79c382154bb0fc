"""The network of the birds ranker: what a bird meets on its path says what a shot will do."""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor, nn

from topple.agents._ranking.unet import Attention, UNet
from topple.agents._training.device import channels_last
from topple.worlds.birds.agents.ranker.paths import MOMENTS, STATE, Paths
from topple.worlds.birds.agents.ranker.scene import CODES, COLUMNS, ROWS
from topple.worlds.birds.agents.ranker.shots import KINDS, NUMBERS

_MOST_LEFT = 3  # more birds count as so many
_BIRD = len(KINDS) + _MOST_LEFT
_LAYERS = 2


class Network(UNet):
    """Computes the logits of shots."""

    def __init__(self, *, width: int = 64, depth: int = 4, dropout: float = 0.2) -> None:
        super().__init__(ROWS, COLUMNS, CODES, width=width, depth=depth, dropout=dropout)
        self.paths = Paths()
        self.token = nn.Linear(width + STATE + _BIRD, width)
        self.times = nn.Parameter(0.02 * torch.randn(1, MOMENTS, width))
        self.flight = nn.Sequential(*(Attention(width, dropout) for _ in range(_LAYERS)))
        self.first = nn.Linear(2 * width + NUMBERS + _BIRD, 4 * width)
        self.second, self.logit = nn.Linear(4 * width, 2 * width), nn.Linear(2 * width, 1)
        self.dropout = nn.Dropout(dropout)
        channels_last(self)

    def score(self, fine: Tensor, birds: Tensor, shots: Tensor, moved: Tensor) -> Tensor:
        """Return the logits of shots.

        Birds are numbers of kinds and of birds left, scenes x 2; shots are scenes x shots x 3; an
        image may be moved by some pixels, scenes x 2.
        """
        scenes, count, _ = shots.shape
        bird = self._bird(birds)[:, None].expand(-1, count, -1)
        points, state = self.paths(birds[:, 0], shots, moved)
        met = F.grid_sample(fine, points, align_corners=False).permute(0, 2, 3, 1)
        each = bird[:, :, None].expand(-1, -1, MOMENTS, -1)
        tokens = F.relu(self.token(torch.cat([met, state, each], -1))).flatten(0, 1)
        tokens = self.flight(tokens + self.times)
        whole = torch.cat([tokens.mean(1), tokens.amax(1)], -1).view(scenes, count, -1)
        hidden = F.relu(self.first(torch.cat([whole, shots, bird], -1)))
        logits: Tensor = self.logit(F.relu(self.second(self.dropout(hidden))))[..., 0]
        return logits

    def _bird(self, birds: Tensor) -> Tensor:
        kinds = F.one_hot(birds[:, 0], len(KINDS))
        left = F.one_hot(birds[:, 1].clamp(1, _MOST_LEFT) - 1, _MOST_LEFT)
        return torch.cat([kinds, left], -1).float()
