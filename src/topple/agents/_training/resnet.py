"""ResNet-18 and its stages."""

from __future__ import annotations

from itertools import pairwise

import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor, nn


class _Block(nn.Module):
    """Two convolutions and a shortcut around them."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.stride = stride
        self.around: nn.Module = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.around = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs)
            )

    def forward(self, seen: Tensor) -> Tensor:
        inner = F.relu(self.first_norm(self.first(seen)))
        # With few channels, oneDNN's 1 x 1 convolution of stride 2 writes out of bounds
        # (uxlfoundation/oneDNN#6035); striding first gives the same numbers.
        around = self.around(seen[:, :, :: self.stride, :: self.stride])
        return F.relu(self.second_norm(self.second(inner)) + around)


def stages(width: int) -> list[nn.Sequential]:
    """Make the four stages, two blocks each; all but the first halve the map."""
    widths = [width, width, 2 * width, 4 * width, 8 * width]
    return [
        nn.Sequential(_Block(inputs, outputs, 1 if n == 0 else 2), _Block(outputs, outputs, 1))
        for n, (inputs, outputs) in enumerate(pairwise(widths))
    ]


def resnet(channels: int, width: int) -> nn.Sequential:
    """Make ResNet-18 without its last pooling and layer: `8 * width` channels, 32 times smaller."""
    last = stages(width)  # first weights are drawn in this order
    return nn.Sequential(
        nn.Conv2d(channels, width, 7, stride=2, padding=3, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(),
        nn.MaxPool2d(3, stride=2, padding=1),
        *last,
    )
