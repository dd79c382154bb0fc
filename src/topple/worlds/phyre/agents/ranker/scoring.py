"""Score many actions on one scene."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from topple.agents._training.device import autocast
from topple.worlds.phyre.agents.ranker.data import mirror
from topple.worlds.phyre.agents.ranker.network import Network
from topple.worlds.phyre.agents.ranker.rollouts import pixels

_CHUNK = {"cpu": 8192, "cuda": 25_000}  # actions scored at a time


def scores(
    network: Network, image: NDArray[np.uint8], actions: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return the mean logits of actions on a scene and on its mirror image."""
    device = network.grid.device
    network.eval()
    scene = torch.tensor(image, device=device)[None]
    table = torch.tensor(pixels(actions), device=device).float()[None]
    with torch.inference_mode():
        sides = [
            _one_side(network, seen, places)
            for seen, places in ((scene, table), (scene.flip(2), mirror(table)))
        ]
    return torch.stack(sides).mean(0).cpu().numpy()


def _one_side(network: Network, scene: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
    with autocast(scene.device):
        features = network.observe(scene)
    parts = torch.split(table, _CHUNK[scene.device.type], dim=1)
    return torch.cat([network.score(features, part)[0][0] for part in parts])
