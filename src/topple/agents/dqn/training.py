"""Train a DQN: the schedule, the clock, and a state on disk to go on from."""

from __future__ import annotations

import torch

from topple.agents._training.course import Course, device_of, falling, stopping
from topple.agents._training.files import versions
from topple.agents._training.options import Options, Trained
from topple.agents.dqn.checkpoint import Saved, Settings, going_on
from topple.agents.dqn.examples import Examples
from topple.agents.dqn.network import Network
from topple.agents.dqn.updates import Updates

# Updates between two looks at the loss. A look waits for the device, which also keeps the host from
# running ahead of the clock.
_LOOK = 50


def train(examples: Examples, settings: Settings, options: Options) -> tuple[Network, Trained]:
    """Train a network, from where the folder says it was; say what it came to.

    Ctrl-C ends it after the update at hand: the state is saved and `KeyboardInterrupt` raised.
    """
    device = device_of(options.device)
    folder = options.folder
    saved = None if folder is None else going_on(folder, device, settings, examples)
    if saved is not None and saved.finished:
        network, speed, record = saved.make_network().to(device), "finished", saved
    else:
        training = _Training(examples, settings, options, device, saved)
        training.run()
        network, speed = training.updates.network, training.speed
        record = training.record(finished=True)
    return network, Trained(
        updates=record.update,
        seconds=record.seconds,
        loss=record.loss,
        resumed=0 if saved is None else saved.update,
        device=device.type,
        speed=speed,
        solved=len(examples.solved),
        missed=len(examples.missed),
    )


class _Training:
    def __init__(
        self,
        examples: Examples,
        settings: Settings,
        options: Options,
        device: torch.device,
        saved: Saved | None,
    ) -> None:
        self._settings, self._options, self._examples = settings, options, examples
        self._dimensions = examples.actions.shape[1]
        self.update = 0 if saved is None else saved.update
        before = 0.0 if saved is None else saved.seconds
        self._course = Course(options, settings.updates, self.update, before)
        self._loss = None if saved is None else saved.loss
        network = _fresh(self._dimensions, settings) if saved is None else saved.make_network()
        self.updates = Updates(network.to(device), examples, settings.batch, settings.seed)
        if saved is not None:
            state = self.updates.optimiser.state_dict()
            self.updates.optimiser.load_state_dict({**state, "state": saved.optimiser})
        self.speed = self.updates.quicken(options.speed)

    def run(self) -> None:
        """Make updates to the end, or until Ctrl-C."""
        self.updates.network.train()
        folder, every = self._options.folder, max(1, self._options.checkpoint_every)
        with stopping() as stopped:
            while (share := self._course.share(self.update)) < 1:
                rate = falling(self._settings.learning_rate, share)
                self.updates.make(self.update, rate)
                self.update += 1
                if self.update % _LOOK == 0:
                    self._look(rate)
                stop = stopped.is_set()  # asked once, so that it never ends without a state
                if folder is not None and (stop or self.update % every == 0):
                    self.record(finished=False).save(folder)
                if stop:
                    raise KeyboardInterrupt
            if self.update % _LOOK:
                self._look(0.0)
            if folder is not None:
                self.record(finished=True).save(folder)

    def record(self, *, finished: bool) -> Saved:
        """Give the state; a finished one needs no optimiser any more."""
        return Saved(
            settings=self._settings,
            tasks=self._examples.tasks,
            data=self._examples.fingerprint,
            dimensions=self._dimensions,
            network=self.updates.network.state_dict(),
            optimiser={} if finished else self.updates.optimiser.state_dict()["state"],
            update=self.update,
            seconds=self._course.seconds(),
            loss=self._loss,
            finished=finished,
            versions=versions(),
        )

    def _look(self, rate: float) -> None:
        self._loss = self.updates.loss()
        self._course.tell(self.update, self._loss, {"rate": rate})


def _fresh(dimensions: int, settings: Settings) -> Network:
    """Make a network of first weights that depend on the seed alone."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        return Network(dimensions, hidden=settings.hidden, width=settings.width)
