"""Train a ranker: one update per step, on a GPU as one CUDA graph in bfloat16.

With the speed `compile`, the graph makes 1.4 times as many updates per second, after a minute.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, Self, TypeVar

import torch
from torch import Tensor, nn

from topple.agents._ranking.checkpoint import RankerCheckpoint, RankerSettings
from topple.agents._training.clock import Clock, cosine
from topple.agents._training.device import device_of
from topple.agents._training.files import versions
from topple.agents._training.graph import capture
from topple.agents._training.loop import Training, run
from topple.agents._training.options import Options, Trained
from topple.tasks.draw import generator

_REPORT_EVERY = 50  # updates from report to report; reading the loss waits for the device
_WARM_UP = 300  # updates in which the learning rate rises
_DECAY = 0.08
_LONGEST = 1.0  # largest norm of a gradient


N = TypeVar("N", bound=nn.Module)
B = TypeVar("B", bound=tuple[Tensor, ...])
B_co = TypeVar("B_co", bound=tuple[Tensor, ...], covariant=True)


class RankerData(Protocol[B_co]):
    """Scenes, and what actions did there, on one device."""

    @property
    def labels(self) -> Tensor:
        """What came of each action, scenes x actions: 1 solved, -1 missed, 0 none."""

    @property
    def tasks(self) -> str:
        """A fingerprint of the ids of all training tasks, or a name."""

    @property
    def fingerprint(self) -> str:
        """A hash of that and of all actions."""

    @property
    def solved(self) -> int:
        """How many actions solved their task."""

    @property
    def missed(self) -> int:
        """How many did not."""

    def on(self, device: torch.device) -> Self:
        """Return the data on a device."""

    def draw(self, scenes: int) -> B_co:
        """Draw scenes and their actions by torch's generator."""


@dataclass(frozen=True, slots=True)
class Family(Generic[N, B]):
    """What differs between rankers: how they are stored, and what they minimise."""

    checkpoint: type[RankerCheckpoint[Any]]
    loss: Callable[[N, B], Tensor]


def train_ranker(
    family: Family[N, B],
    data: RankerData[B],
    settings: RankerSettings,
    options: Options,
    start: N | None = None,
) -> tuple[N, Trained]:
    """Train a network, or continue with the one in the folder; `start` has the first weights."""
    settings = replace(settings, start=hash_of(start))
    device = device_of(options.device)
    saved = family.checkpoint.resume(options.folder, device, settings, data.fingerprint)
    with torch.random.fork_rng():
        final, trained = run(
            options,
            device,
            saved,
            lambda: _RankerTraining(family, data.on(device), settings, options.speed, saved, start),
            lambda _: (data.solved, data.missed),
        )
    network: Any = final.make_network().to(device)
    return network, trained


class _RankerTraining(Training[RankerCheckpoint[Any]], Generic[N, B]):
    def __init__(
        self,
        family: Family[N, B],
        data: RankerData[B],
        settings: RankerSettings,
        speed: str,
        saved: RankerCheckpoint[Any] | None,
        start: N | None,
    ) -> None:
        self._family, self._data, self._settings = family, data, settings
        self._device = data.labels.device
        self.total = settings.updates
        made = settings.make_network() if saved is None else saved.make_network()
        if saved is None and start is not None:
            made.load_state_dict(start.state_dict())
        self._network: Any = made.to(self._device).train()
        self._optimiser = _optimiser(self._network)
        if saved is not None:
            self.update, self.loss = saved.update, saved.loss
            state = self._optimiser.state_dict()
            self._optimiser.load_state_dict({**state, "state": saved.optimiser})
        # A captured graph reads and writes these, so they must stay at their addresses.
        self._batch = self._draw()
        self._lost = torch.zeros((), device=self._device)
        self._counted = 0
        self._loss = family.loss
        self._step: Callable[[], None] = self._plain
        self._accelerate(speed)

    def step(self, clock: Clock) -> None:
        rate = cosine(self._settings.learning_rate, clock.share(self.update))
        rate *= min(1.0, (self.update + 1) / _WARM_UP)
        for group in self._optimiser.param_groups:
            group["lr"].fill_(rate)
        for kept, new in zip(self._batch, self._draw(), strict=True):
            kept.copy_(new)
        self._step()
        self.update += 1
        self._counted += 1
        if self.update % _REPORT_EVERY == 0:
            self._report(clock, rate)

    def finish(self, clock: Clock) -> None:
        if self._counted:
            self._report(clock, 0.0)

    def checkpoint(self, seconds: float, *, finished: bool) -> RankerCheckpoint[Any]:
        return self._family.checkpoint(
            settings=self._settings,
            tasks=self._data.tasks,
            data=self._data.fingerprint,
            network=self._network.state_dict(),
            optimiser={} if finished else self._optimiser.state_dict()["state"],
            update=self.update,
            seconds=seconds,
            loss=self.loss,
            finished=finished,
            versions=versions(),
        )

    def _draw(self) -> B:
        """Draw the batch of the next update; the seed also decides what its dropout leaves out."""
        key = generator("ranker batch", self._settings.seed, self.update).integers(2**62)
        torch.manual_seed(int(key))
        return self._data.draw(self._settings.scenes)

    def _plain(self) -> None:
        self._optimiser.zero_grad(set_to_none=True)
        found = self._loss(self._network, self._batch)
        found.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), _LONGEST)
        self._optimiser.step()
        self._lost += found.detach()

    def _accelerate(self, speed: str) -> None:
        if self._device.type != "cuda" or speed == "plain":
            return
        torch.backends.cudnn.benchmark = True
        torch.backends.cuda.matmul.allow_tf32 = True
        for attempt in ("compile", "graph") if speed == "compile" else ("graph",):
            plain = self._family.loss
            self._loss = torch.compile(plain, dynamic=False) if attempt == "compile" else plain
            try:
                self._step = capture(self._plain, self._network, self._optimiser)
                self.speed = attempt
                break
            except RuntimeError as error:
                warnings.warn(f"no `{attempt}` updates here: {error!r:.300}", stacklevel=2)
        self._lost.zero_()

    def _report(self, clock: Clock, rate: float) -> None:
        self.loss = float(self._lost) / self._counted
        self._lost.zero_()
        self._counted = 0
        clock.report(self.update, self.loss, {"rate": rate})


def hash_of(network: nn.Module | None) -> str:
    """Return a short hash of the weights; without a network, nothing."""
    if network is None:
        return ""
    content = hashlib.sha256()
    for weights in network.state_dict().values():
        content.update(weights.cpu().numpy().tobytes())
    return content.hexdigest()[:16]


def _optimiser(network: nn.Module) -> torch.optim.AdamW:
    """Make AdamW with weight decay for matrices alone."""
    groups = [
        {"params": [p for p in network.parameters() if p.ndim > 1], "weight_decay": _DECAY},
        {"params": [p for p in network.parameters() if p.ndim <= 1], "weight_decay": 0.0},
    ]
    device = next(network.parameters()).device
    on_gpu = device.type == "cuda"
    return torch.optim.AdamW(
        groups,
        lr=torch.tensor(0.0, device=device),
        betas=(0.9, 0.98),
        fused=on_gpu,
        capturable=on_gpu,
    )
