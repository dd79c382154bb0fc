"""Parts of ResNet-18."""

from __future__ import annotations

import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from torch import Tensor, nn


class _Block(nn.Module):
    """Two convolutions and a way around them."""

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
        # A 1 x 1 convolution of stride 2, left to oneDNN, writes past its memory when there are few
        # channels (uxlfoundation/oneDNN#6035); striding first gives the same numbers.
        around = self.around(seen[:, :, :: self.stride, :: self.stride])
        return F.relu(self.second_norm(self.second(inner)) + around)


def stage(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    """Make two blocks; the first one strides."""
    return nn.Sequential(_Block(inputs, outputs, stride), _Block(outputs, outputs, 1))
