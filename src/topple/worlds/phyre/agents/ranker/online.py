"""Learn from test tasks that are over: their scenes, and what came of the attempts at them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from topple.tasks.draw import generator
from topple.worlds.phyre.agents.ranker.data import Batch, Data, varied
from topple.worlds.phyre.agents.ranker.network import Network
from topple.worlds.phyre.agents.ranker.rollouts import NUMBERS
from topple.worlds.phyre.agents.ranker.training import loss, loss_of_outcomes

_LONGEST = 1.0  # norm of a gradient
_NEWEST = 50  # test tasks that are learnt from; those of a template often follow each other


class Tried(NamedTuple):
    """A scene as an image, and the valid attempts there."""

    image: NDArray[np.uint8]
    balls: NDArray[np.uint8]
    solved: NDArray[np.bool_]


class Memory:
    """The tasks so far. Each update learns from some of them and from as many training tasks.

    Without training tasks the network would forget what they taught.
    """

    def __init__(self, network: Network, data: Data, scenes: int, rate: float) -> None:
        self._network, self._scenes = network, scenes
        self._data = data.on(network.grid.device)
        self._optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.0)
        self._tried: list[Tried] = []

    def learn(self, tried: Tried, updates: int) -> None:
        """Add a task and make some updates; averages of batch norms and dropout stay off."""
        self._tried.append(tried)
        self._network.eval()
        rng = generator("ranker online", len(self._tried))
        with torch.random.fork_rng():
            torch.manual_seed(int(rng.integers(2**62)))
            for _ in range(updates):
                self._optimiser.zero_grad(set_to_none=True)
                lost = loss_of_outcomes(self._network, varied(self._draw(rng)))
                lost = lost + loss(self._network, self._data.draw(self._scenes))
                lost.backward()  # type: ignore[no-untyped-call]
                torch.nn.utils.clip_grad_norm_(self._network.parameters(), _LONGEST)
                self._optimiser.step()

    def _draw(self, rng: np.random.Generator) -> Batch:
        """Draw the last task and some before it."""
        *before, last = self._tried[-_NEWEST:]
        others = rng.permutation(len(before))[: self._scenes - 1]
        return _batch([last, *(before[i] for i in others)], self._network.grid.device)


def _batch(tried: list[Tried], device: torch.device) -> Batch:
    most = max(len(each.solved) for each in tried)
    balls = np.zeros((len(tried), most, tried[0].balls.shape[1]), np.float32)
    solved, present = np.zeros((2, len(tried), most), bool)
    for row, each in enumerate(tried):
        count = len(each.solved)
        balls[row, :count], solved[row, :count], present[row, :count] = each.balls, each.solved, 1
    none = torch.zeros(present.shape, device=device)
    return Batch(
        images=torch.tensor(np.stack([each.image for each in tried]), device=device),
        actions=torch.tensor(balls, device=device),
        solved=torch.tensor(solved, device=device),
        present=torch.tensor(present, device=device).float(),
        weights=none,
        motion=none[..., None].expand(-1, -1, NUMBERS),
    )
