"""Updates of a deep Q-learner's weights, apart from files, games and clock."""

from __future__ import annotations

import copy

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from numpy.typing import NDArray
from torch import Tensor, nn

from topple.agents._training.device import autocast
from topple.tasks.draw import generator
from topple.worlds.birds.agents.ddqn.positions import Positions
from topple.worlds.birds.agents.ddqn.simulators import SOLVED

DISCOUNT = 0.99
_CHUNK = 1024  # rows valued at a time


def next_values(online: Tensor, frozen: Tensor, *, faithful: bool = False) -> Tensor:
    """Return the values of the next positions: the network chooses, its frozen copy values.

    In the original the frozen copy did both, which overestimates the values.
    """
    chosen = (frozen if faithful else online).argmax(1, keepdim=True)
    return frozen.gather(1, chosen)[:, 0]


def values(network: nn.Module, rows: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the values of all angles for encoded observations."""
    device = next(network.parameters()).device
    with torch.inference_mode(), autocast(device):
        parts = torch.split(torch.from_numpy(rows), _CHUNK)
        found = [network(part.to(device)).float().cpu() for part in parts]
    return torch.cat(found).numpy()


class Updates:
    """Makes one update after another on batches of which half the shots solved their task."""

    def __init__(self, network: nn.Module, *, batch: int, seed: int, faithful: bool) -> None:
        self.network = network
        self.frozen = copy.deepcopy(network).eval()
        self.device = next(network.parameters()).device
        self._batch, self._seed, self._faithful = batch, seed, faithful
        self._rows = torch.empty(0, dtype=torch.uint8, device=self.device)
        self._played = np.empty((0, 3), np.int32)
        self.solved, self.missed = np.empty((2, 0), np.int64)  # numbers of shots
        self._lost, self._counted = torch.zeros((), device=self.device), 0
        self._made = [_event(self.device) for _ in range(2)]  # events of the last two updates
        self.optimiser = torch.optim.AdamW(
            network.parameters(), lr=0.0, fused=self.device.type == "cuda"
        )

    def begin(self, positions: Positions) -> None:
        """Freeze a copy of the network, and take in the new shots."""
        self.frozen.load_state_dict(self.network.state_dict())
        fresh = torch.as_tensor(positions.rows[len(self._rows) :]).to(self.device)
        self._rows = torch.cat([self._rows.view(-1, fresh.shape[1]), fresh])
        known = len(self._played)
        self._played = positions.played
        solved = self._played[known:, 2] == SOLVED
        self.solved = np.append(self.solved, known + np.flatnonzero(solved))
        self.missed = np.append(self.missed, known + np.flatnonzero(~solved))

    def make(self, number: int, rate: float) -> None:
        """Make update `number` at a learning rate."""
        made = self._made[number % 2]
        if made is not None:
            # Sleep while two updates are queued: a full queue would keep a core and Python's lock
            # from the practice games.
            made.synchronize()
        shots = self._played[self._drawn(number)]
        led_on = shots[:, 2] >= 0
        # Shots that led to a position come first, so that no count has to come from the device.
        shots = shots[np.argsort(~led_on, kind="stable")].astype(np.int64)
        on_device = torch.from_numpy(shots).to(self.device, non_blocking=True)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss = self._loss(on_device, int(led_on.sum()))
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_value_(self.network.parameters(), 1.0)
        self.optimiser.step()
        self._lost += loss.detach()
        self._counted += 1
        if made is not None:
            made.record()

    def value(self, rows: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the values of all angles by the frozen network."""
        return values(self.frozen, rows)

    def loss(self) -> float | None:
        """Return the mean loss since the last call; waits for the device."""
        mean = float(self._lost) / self._counted if self._counted else None
        self._lost.zero_()
        self._counted = 0
        return mean

    def _drawn(self, number: int) -> NDArray[np.int64]:
        """Draw random shots, half of them solved where both kinds exist."""
        draws = generator("ddqn batch", self._seed, number)
        kinds = [kind for kind in (self.solved, self.missed) if len(kind)]
        share = self._batch // len(kinds)
        return np.concatenate([kind[draws.integers(len(kind), size=share)] for kind in kinds])

    def _loss(self, shots: Tensor, led_on: int) -> Tensor:
        at, angles, results = shots.unbind(1)
        wanted = (results == SOLVED).float()
        if led_on:
            following = self._rows[results[:led_on]]
            self.network.eval()
            with torch.no_grad(), autocast(self.device):
                online, frozen = self.network(following), self.frozen(following)
            wanted[:led_on] += DISCOUNT * next_values(online, frozen, faithful=self._faithful)
        self.network.train()
        with autocast(self.device):
            found = self.network(self._rows[at])
        return F.smooth_l1_loss(found.gather(1, angles[:, None])[:, 0], wanted)


def _event(device: torch.device) -> torch.cuda.Event | None:
    """Return an event that sleeps, not spins, until the GPU is done."""
    if device.type != "cuda":
        return None
    return torch.cuda.Event(blocking=True)  # type: ignore[no-untyped-call]
