"""Train a DQN: what decides its weights, what is stored, and one update per step.

On a GPU an update is one CUDA graph in bfloat16: the data stay on the device, the next batch is
copied there before the last one is done, and nothing waits for the host.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 (everybody's name for it)
from numpy.typing import NDArray
from torch import Tensor

from topple.agents._training.checkpoint import Checkpoint
from topple.agents._training.clock import Clock, cosine
from topple.agents._training.device import autocast, device_of
from topple.agents._training.files import versions
from topple.agents._training.graph import capture
from topple.agents._training.loop import Training, run
from topple.agents._training.options import Options, Trained
from topple.errors import BadInput
from topple.worlds.phyre.agents.dqn.examples import BLOCK, Examples
from topple.worlds.phyre.agents.dqn.network import Network


@dataclass(frozen=True, slots=True)
class DqnSettings:
    """What decides the weights, besides the data."""

    family: ClassVar[str] = "dqn"

    updates: int
    batch: int
    learning_rate: float
    hidden: int
    width: int
    seed: int

    def make_network(self, dimensions: int) -> Network:
        """Build a network for actions of some dimensions; its weights depend on the seed alone."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            return Network(dimensions, hidden=self.hidden, width=self.width)


@dataclass(frozen=True, slots=True, kw_only=True)
class DqnCheckpoint(Checkpoint[DqnSettings]):
    """A DQN after some updates."""

    settings_type = DqnSettings

    data: str  # a fingerprint of tasks and outcomes
    dimensions: int

    @property
    def source(self) -> str:
        return self.data

    def make_network(self) -> Network:
        made = self.settings.make_network(self.dimensions)
        made.load_state_dict(self.network)
        return made


# Updates between two reports. Reading the loss waits for the device, which also keeps the host
# from running ahead of the clock.
_REPORT_EVERY = 50


def train(examples: Examples, settings: DqnSettings, options: Options) -> tuple[Network, Trained]:
    """Train a network, or continue with the one in the folder."""
    device = device_of(options.device)
    saved = DqnCheckpoint.resume(options.folder, device, settings, examples.fingerprint)
    final, trained = run(
        options,
        device,
        saved,
        lambda: _DqnTraining(examples, settings, options.speed, device, saved),
        lambda _: (len(examples.solved), len(examples.missed)),
    )
    return final.make_network().to(device), trained


class _DqnTraining(Training[DqnCheckpoint]):
    def __init__(
        self,
        examples: Examples,
        settings: DqnSettings,
        speed: str,
        device: torch.device,
        saved: DqnCheckpoint | None,
    ) -> None:
        self._settings, self._examples = settings, examples
        self._dimensions = examples.actions.shape[1]
        self.total = settings.updates
        made = settings.make_network(self._dimensions) if saved is None else saved.make_network()
        self._updates = Updates(made.to(device), examples, settings.batch, settings.seed)
        if saved is not None:
            self.update, self.loss = saved.update, saved.loss
            state = self._updates.optimiser.state_dict()
            self._updates.optimiser.load_state_dict({**state, "state": saved.optimiser})
        self.speed = self._updates.accelerate(speed)
        self._updates.network.train()

    def step(self, clock: Clock) -> None:
        rate = cosine(self._settings.learning_rate, clock.share(self.update))
        self._updates.make(self.update, rate)
        self.update += 1
        if self.update % _REPORT_EVERY == 0:
            self._report(clock, rate)

    def finish(self, clock: Clock) -> None:
        if self.update % _REPORT_EVERY:
            self._report(clock, 0.0)

    def checkpoint(self, seconds: float, *, finished: bool) -> DqnCheckpoint:
        return DqnCheckpoint(
            settings=self._settings,
            tasks=self._examples.tasks,
            data=self._examples.fingerprint,
            dimensions=self._dimensions,
            network=self._updates.network.state_dict(),
            optimiser={} if finished else self._updates.optimiser.state_dict()["state"],
            update=self.update,
            seconds=seconds,
            loss=self.loss,
            finished=finished,
            versions=versions(),
        )

    def _report(self, clock: Clock, rate: float) -> None:
        self.loss = self._updates.loss()
        clock.report(self.update, self.loss, {"rate": rate})


SPEEDS = ("auto", "plain", "graph", "compile")


class Updates:
    """Makes one update after another on balanced batches."""

    def __init__(self, network: Network, examples: Examples, batch: int, seed: int) -> None:
        if batch < 2 or batch % 2:
            raise BadInput(f"a batch of {batch}: half of it is solved, so give an even number")
        self.network = network
        self.device = network.head.weight.device
        self._on_gpu = self.device.type == "cuda"
        self._examples, self._batch, self._seed = examples, batch, seed
        self._images = torch.as_tensor(examples.images).to(self.device)
        self._actions = torch.as_tensor(examples.actions).to(self.device)
        self._labels = (torch.arange(batch, device=self.device) < batch // 2).float()
        # A captured graph reads and writes these, so they must stay at their addresses.
        self._pairs = torch.zeros(2, batch, dtype=torch.int64, device=self.device)
        self._lost = torch.zeros((), device=self.device)
        self._counted = 0
        self._block = -1
        self._drawn = torch.empty(0)
        self._step: Callable[[], None] = self._plain
        self._loss_of: Callable[[Tensor], Tensor] = self._loss
        self.optimiser = torch.optim.Adam(
            network.parameters(),
            lr=torch.tensor(0.0, device=self.device) if self._on_gpu else 0.0,
            fused=self._on_gpu,
            capturable=self._on_gpu,
        )

    def make(self, number: int, rate: float) -> None:
        """Make update `number`, counted from 0, at a learning rate."""
        block, row = divmod(number, BLOCK)
        if block != self._block:
            pairs = self._examples.block(block, batch=self._batch, seed=self._seed)
            self._drawn = torch.stack([torch.as_tensor(part) for part in pairs], 1).to(self.device)
            self._block = block
        self._pairs.copy_(self._drawn[row])
        for group in self.optimiser.param_groups:
            if self._on_gpu:
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self._step()
        self._counted += 1

    def loss(self) -> float:
        """Return the mean loss since the last call; waits for the device."""
        mean = float(self._lost) / max(1, self._counted)
        self._lost.zero_()
        self._counted = 0
        return mean

    def accelerate(self, speed: str) -> str:
        """Choose how updates are made, once weights are loaded; return the speed in use."""
        if speed not in SPEEDS:
            raise BadInput(f"no speed `{speed}`", f"there are {', '.join(SPEEDS)}")
        if not self._on_gpu or speed == "plain":
            return "plain"
        torch.backends.cudnn.benchmark = True
        for attempt in ("compile", "graph") if speed == "compile" else ("graph",):
            try:
                self._loss_of = torch.compile(self._loss) if attempt == "compile" else self._loss
                self._step = capture(self._plain, self.network, self.optimiser)
            except Exception as error:  # the compiler and the driver raise many kinds
                warnings.warn(f"no `{attempt}` updates here: {error!r:.300}", stacklevel=2)
                self._step, self._loss_of = self._plain, self._loss
            else:
                return attempt
            finally:
                self._lost.zero_()
        return "plain"

    def _loss(self, pairs: Tensor) -> Tensor:
        with autocast(self.device):
            logits = self.network(self._images[pairs[0]], self._actions[pairs[1]])
        return F.binary_cross_entropy_with_logits(logits, self._labels)

    def _plain(self) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss = self._loss_of(self._pairs)
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimiser.step()
        self._lost += loss.detach()


def learn_task(
    network: Network,
    image: NDArray[np.uint8],
    actions: NDArray[np.float64],
    solved: NDArray[np.bool_],
    *,
    updates: int,
    rate: float,
) -> None:
    """Make a few updates on attempts at one task, all in one batch, with a fresh optimiser."""
    device = network.head.weight.device
    seen = torch.tensor(image, device=device)[None]
    table = torch.tensor(actions, dtype=torch.float32, device=device)
    labels = torch.tensor(solved, dtype=torch.float32, device=device)
    network.train()
    optimiser = torch.optim.Adam(network.parameters(), lr=rate)
    for _ in range(updates):
        optimiser.zero_grad(set_to_none=True)
        with autocast(device):
            logits = network(seen, table)
        F.binary_cross_entropy_with_logits(logits, labels).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
    network.eval()
