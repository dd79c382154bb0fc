"""Train a DQN: the schedule, the clock, and a state on disk to go on from."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import torch

from topple.agents._dqn_checkpoint import Saved, Settings, going_on
from topple.agents._dqn_examples import Examples
from topple.agents._dqn_network import Network
from topple.agents._dqn_options import Options, Progress, Trained
from topple.agents._dqn_updates import Updates
from topple.agents._training_files import CHECKPOINT, MODEL, Curve, versions
from topple.errors import BadInput

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


def device_of(name: str) -> torch.device:
    """Find a device by name: a GPU where there is one, unless told otherwise."""
    if name not in ("", "cpu", "cuda"):
        raise BadInput(f"no device `{name}`", "there are cpu and cuda")
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise BadInput("this machine has no GPU that torch can use", "leave the device out")
    return torch.device(name or ("cuda" if there else "cpu"))


class _Training:
    def __init__(
        self,
        examples: Examples,
        settings: Settings,
        options: Options,
        device: torch.device,
        saved: Saved | None,
    ) -> None:
        self._began = time.monotonic()
        self._settings, self._options, self._examples = settings, options, examples
        self._dimensions = examples.actions.shape[1]
        self.update = 0 if saved is None else saved.update
        self._before = 0.0 if saved is None else saved.seconds
        self._loss = None if saved is None else saved.loss
        network = _fresh(self._dimensions, settings) if saved is None else saved.make_network()
        self.updates = Updates(network.to(device), examples, settings.batch, settings.seed)
        if saved is not None:
            state = self.updates.optimiser.state_dict()
            self.updates.optimiser.load_state_dict({**state, "state": saved.optimiser})
        self.speed = self.updates.quicken(options.speed)
        folder = options.folder
        self._curve = None if folder is None else Curve(folder, self.update)

    def run(self) -> None:
        """Make updates to the end, or until Ctrl-C."""
        self.updates.network.train()
        folder, every = self._options.folder, max(1, self._options.checkpoint_every)
        with stopping() as stopped:
            while (share := self._share()) < 1:
                rate = self._settings.learning_rate * (1 + math.cos(math.pi * share)) / 2
                self.updates.make(self.update, rate)
                self.update += 1
                if self.update % _LOOK == 0:
                    self._look(rate)
                if folder is not None and self.update % every == 0:
                    self.record(finished=False).save(folder / CHECKPOINT)
                if stopped.is_set():
                    if folder is not None:
                        self.record(finished=False).save(folder / CHECKPOINT)
                    raise KeyboardInterrupt
            if self.update % _LOOK:
                self._look(0.0)
            if folder is not None:
                self.record(finished=True).save(folder / MODEL)
                (folder / CHECKPOINT).unlink(missing_ok=True)

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
            seconds=self._seconds(),
            loss=self._loss,
            finished=finished,
            versions=versions(),
        )

    def _seconds(self) -> float:
        return self._before + time.monotonic() - self._began

    def _share(self) -> float:
        """Say how much is done, by updates or by the clock, whichever is further."""
        done = self.update / self._settings.updates
        minutes = self._options.minutes
        return done if minutes is None else max(done, self._seconds() / max(1e-9, 60 * minutes))

    def _look(self, rate: float) -> None:
        self._loss = self.updates.loss()
        seconds = self._seconds()
        if self._curve is not None:
            row = {"update": self.update, "loss": self._loss, "rate": rate, "seconds": seconds}
            self._curve.add(row)
        self._options.watch(
            Progress(self.update, self._settings.updates, self._loss, seconds, self._share())
        )


def _fresh(dimensions: int, settings: Settings) -> Network:
    """Make a network of first weights that depend on the seed alone."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        return Network(dimensions, hidden=settings.hidden, width=settings.width)


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """Turn Ctrl-C, or a request to end, into an event, so that no update is cut in half."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def stop(number: int, frame: FrameType | None) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()

    kept = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
