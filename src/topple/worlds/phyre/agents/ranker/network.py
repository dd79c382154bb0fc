"""The ranker's network: a U-Net looks at the scene once, a small head scores each action."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor, nn

from topple.agents._ranking.unet import UNet
from topple.agents._training.device import channels_last
from topple.worlds.phyre.agents.ranker.rollouts import NUMBERS

SIZE = 256  # pixels per side of a scene
_COLOURS = 7
_WAVES = 4  # sines and cosines per number of an action
_PLACE = 3 + 3 * 2 * _WAVES + 3
# Where a ball looks at the features, in radii from its centre: the centre and four rim points.
_POINTS = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))


class Network(UNet):
    """Computes the logits of actions, and where the goal bodies and balls will be."""

    def __init__(self, *, width: int = 64, depth: int = 4, dropout: float = 0.2) -> None:
        super().__init__(SIZE, SIZE, _COLOURS, width=width, depth=depth, dropout=dropout)
        one, three, four = width, 4 * width, 6 * width
        inputs = len(_POINTS) * one + 3 * width // 2 + _PLACE
        self.first, self.second = nn.Linear(inputs, four), nn.Linear(four, four)
        self.third, self.logit = nn.Linear(four, three), nn.Linear(three, 1)
        self.motion = nn.Linear(four, NUMBERS)
        self.dropout = nn.Dropout(dropout)
        channels_last(self)

    def score(self, features: tuple[Tensor, Tensor], actions: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and predicted motion of actions: scenes x actions x 3 pixels per ball."""
        scenes, count, numbers = actions.shape
        balls = actions.reshape(scenes, -1, 3)
        hidden = F.relu(self.first(_looks(features, balls)))
        # The sum over balls does not depend on their order.
        hidden = hidden.reshape(scenes, count, numbers // 3, -1).sum(2)
        mixed = F.relu(self.second(self.dropout(hidden))) + hidden
        logits: Tensor = self.logit(F.relu(self.third(self.dropout(mixed))))[..., 0]
        return logits, self.motion(mixed)


def _looks(features: tuple[Tensor, Tensor], balls: Tensor) -> Tensor:
    """Return what each ball touches, and where it is: scenes x balls x numbers."""
    x, y, r = balls.unbind(-1)
    points = torch.stack([torch.stack([x + i * r, y + j * r], -1) for i, j in _POINTS], 2)
    points = 2 * points / SIZE - 1
    fine, coarse = (
        F.grid_sample(table, at, align_corners=False, padding_mode="border")
        for table, at in zip(features, (points, points[:, :, :1]), strict=True)
    )
    unit = torch.stack([x / SIZE, y / SIZE, r / 32], -1)
    waves = (unit[..., None] * (math.pi * 2.0 ** torch.arange(_WAVES, device=x.device))).flatten(2)
    more = torch.stack([(r / 32) ** 2, (y - r) / SIZE, (2 * x / SIZE - 1).abs()], -1)
    touched = [fine.permute(0, 2, 3, 1).flatten(2), coarse[..., 0].transpose(1, 2)]
    return torch.cat([*touched, unit, waves.sin(), waves.cos(), more], -1)
