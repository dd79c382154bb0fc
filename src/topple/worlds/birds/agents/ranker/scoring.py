"""Score many shots in one scene."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from topple.agents._training.device import autocast
from topple.worlds.birds.agents.ranker.network import Network
from topple.worlds.birds.agents.ranker.scene import Image
from topple.worlds.birds.agents.ranker.shots import Shots

_CHUNK = 1000  # shots scored at a time


def scores(
    network: Network, image: Image, bird: int, left: int, shots: Shots
) -> NDArray[np.float32]:
    """Return the logits of shots of a bird."""
    device = network.grid.device
    network.eval()
    with torch.inference_mode(), autocast(device):
        fine, _ = network.encode(torch.tensor(image, device=device)[None])
        birds = torch.tensor([[bird, left]], device=device)
        still = torch.zeros((1, 2), device=device)
        parts = torch.split(torch.tensor(shots, device=device)[None], _CHUNK, dim=1)
        found = [network.score(fine, birds, part, still)[0].float() for part in parts]
    return torch.cat(found).cpu().numpy()
