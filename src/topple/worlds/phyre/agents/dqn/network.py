"""The network of PHYRE's DQN: ResNet-18, with the action mixed in before its last stage."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from numpy.typing import NDArray
from torch import Tensor, nn

from topple.agents._training.device import autocast, channels_last
from topple.agents._training.resnet import stages

CLASSES = 7  # PHYRE's colour codes, background included
_CHUNK = {"cpu": 256, "cuda": 2048}  # actions scored at a time


class Network(nn.Module):
    """Computes the logit of the probability that an action solves the scene of an image.

    It has two halves, so that ranking many actions encodes the image once.
    """

    def __init__(
        self, dimensions: int, *, hidden: int = 512, width: int = 64, classes: int = CLASSES
    ) -> None:
        super().__init__()
        self.classes = classes
        self.stem = nn.Conv2d(classes, width, 7, stride=2, padding=3, bias=False)
        self.norm = nn.BatchNorm2d(width)
        *earlier, last = stages(width)
        self.stages, self.last = nn.Sequential(*earlier), last
        # FiLM: the action scales and shifts the features, 4 * width channels.
        self.film = nn.Sequential(
            nn.Linear(dimensions, hidden), nn.ReLU(), nn.Linear(hidden, 2 * 4 * width)
        )
        self.head = nn.Linear(8 * width, 1)
        for module in self.modules():
            if isinstance(module, nn.Conv2d) and module is not self.stem:
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
        channels_last(self)

    def observe(self, images: Tensor) -> Tensor:
        """Encode class images, batch x rows x columns, as the features that actions act on."""
        # Tensor cores want channels in eights; a class that never occurs changes nothing.
        extra = -self.classes % 8 if images.is_cuda else 0
        codes = torch.arange(self.classes + extra, device=images.device, dtype=images.dtype)
        onehot = (images.unsqueeze(-1) == codes).to(_working_type(images)).permute(0, 3, 1, 2)
        weight = F.pad(self.stem.weight, (0, 0, 0, 0, 0, extra)) if extra else self.stem.weight
        seen = F.relu(self.norm(F.conv2d(onehot, weight, stride=2, padding=3)))
        features: Tensor = self.stages(F.max_pool2d(seen, 3, stride=2, padding=1))
        return features

    def score(self, features: Tensor, actions: Tensor) -> Tensor:
        """Return the logits of actions: one per row of features, or all for a single row."""
        # In float32: half precision rounds places to whole pixels, and makes logits equal.
        with torch.autocast(features.device.type, enabled=False):
            scale, shift = self.film(actions.float())[:, :, None, None].chunk(2, dim=1)
        mixed = features * scale.to(features.dtype) + shift.to(features.dtype)
        pooled = self.last(mixed.contiguous(memory_format=torch.channels_last)).amax((2, 3))
        with torch.autocast(features.device.type, enabled=False):
            logits: Tensor = self.head(pooled.float())[:, 0]
        return logits

    def forward(self, images: Tensor, actions: Tensor) -> Tensor:
        return self.score(self.observe(images), actions)


def _working_type(images: Tensor) -> torch.dtype:
    return torch.bfloat16 if torch.is_autocast_enabled(images.device.type) else torch.float32


def scores(
    network: Network, image: NDArray[np.uint8], actions: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Score many actions on one scene."""
    device = network.head.weight.device
    network.eval()
    table = torch.tensor(actions, dtype=torch.float32, device=device)
    with torch.inference_mode(), autocast(device):
        features = network.observe(torch.tensor(image, device=device)[None])
        found = [network.score(features, part) for part in torch.split(table, _CHUNK[device.type])]
    return torch.cat(found).cpu().numpy()
