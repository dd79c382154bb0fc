"""The ranker of PHYRE at work: it is trained, scores actions, and learns from tasks that are over.

Training adds up three losses that share one look at the scene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from numpy.typing import NDArray
from torch import Tensor

from topple.agents._ranking.checkpoint import RankerCheckpoint, RankerSettings
from topple.agents._ranking.losses import mean, of_actions
from topple.agents._ranking.training import Family, train_ranker
from topple.agents._training.device import autocast
from topple.agents._training.options import Options, Trained
from topple.tasks.draw import generator
from topple.worlds.phyre.agents.ranker.data import (
    MOTION_UNIT,
    Batch,
    Data,
    mirror,
    mirror_motion,
    vary,
)
from topple.worlds.phyre.agents.ranker.network import Network
from topple.worlds.phyre.agents.ranker.ranking import Seen
from topple.worlds.phyre.agents.ranker.rollouts import GOALS, NUMBERS, PIXELS, pixels

_MOTION = 3.0  # weight of the loss by motion


def loss(network: Network, batch: Batch) -> Tensor:
    """Add up the listwise loss, the loss by outcome and the loss by motion."""
    logits, motion = _score(network, batch)
    wrong = F.smooth_l1_loss(motion, batch.motion, beta=0.1, reduction="none").mean(-1)
    return of_actions(logits, batch) + _MOTION * mean(wrong, batch.present)


def loss_of_outcomes(network: Network, batch: Batch) -> Tensor:
    """Add up the listwise loss and the loss by outcome."""
    return of_actions(_score(network, batch)[0], batch)


def _score(network: Network, batch: Batch) -> tuple[Tensor, Tensor]:
    with autocast(batch.images.device):
        features = network.observe(batch.images)
    return network.score(features, batch.actions)


@dataclass(frozen=True, slots=True)
class PhyreSettings(RankerSettings):
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "ranker"

    def build(self) -> Network:
        return Network(width=self.width, depth=self.depth)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhyreCheckpoint(RankerCheckpoint[PhyreSettings]):
    """A ranker of PHYRE after some updates."""

    settings_type = PhyreSettings


def train(
    data: Data, settings: PhyreSettings, options: Options, start: Network | None = None
) -> tuple[Network, Trained]:
    """Train a network, or continue with the one in the folder; `start` has the first weights."""
    return train_ranker(Family(PhyreCheckpoint, loss), data, settings, options, start)


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


_LONGEST = 1.0  # largest norm of a gradient
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
                lost = loss_of_outcomes(self._network, vary(self._draw(rng)))
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
