"""Score many actions on one scene, and predict what they lead to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from topple.agents._training.device import autocast
from topple.worlds.phyre.agents.ranker.data import MOTION_UNIT, mirror, mirror_motion
from topple.worlds.phyre.agents.ranker.network import Network
from topple.worlds.phyre.agents.ranker.ranking import Seen
from topple.worlds.phyre.agents.ranker.rollouts import GOALS, PIXELS, pixels

_CHUNK = {"cpu": 8192, "cuda": 25_000}  # actions scored at a time


def look(network: Network, image: NDArray[np.uint8], actions: NDArray[np.float64]) -> Seen:
    """Return what is said of actions, in the mean over a scene and its mirror image."""
    device = network.grid.device
    network.eval()
    scene = torch.tensor(image, device=device)[None]
    table = torch.tensor(pixels(actions), device=device).float()[None]
    with torch.inference_mode():
        scores, motion = _one_side(network, scene, table)
        other, turned = _one_side(network, scene.flip(2), mirror(table))
        goals = (motion + mirror_motion(turned))[:, GOALS] * (MOTION_UNIT * PIXELS / 2)
    return Seen(((scores + other) / 2).cpu().numpy(), goals.cpu().numpy())


def average(seen: Sequence[Seen]) -> Seen:
    """Return the mean of what several networks say."""
    scores, goals = (np.mean(each, axis=0) for each in zip(*seen, strict=True))
    return Seen(scores, goals)


def _one_side(network: Network, scene: Tensor, table: Tensor) -> tuple[Tensor, Tensor]:
    with autocast(scene.device):
        features = network.observe(scene)
    parts = [
        network.score(features, part)
        for part in torch.split(table, _CHUNK[scene.device.type], dim=1)
    ]
    logits, motion = (torch.cat([each[0] for each in own]) for own in zip(*parts, strict=True))
    return logits, motion
