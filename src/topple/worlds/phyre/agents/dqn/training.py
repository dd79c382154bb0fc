"""Train a DQN: what decides its weights, what is stored, and one update per step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch

from topple.agents._training.checkpoint import Checkpoint
from topple.agents._training.clock import Clock, cosine
from topple.agents._training.device import device_of
from topple.agents._training.files import versions
from topple.agents._training.loop import Training, run
from topple.agents._training.options import Options, Trained
from topple.worlds.phyre.agents.dqn.examples import Examples
from topple.worlds.phyre.agents.dqn.network import Network
from topple.worlds.phyre.agents.dqn.updates import Updates


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
