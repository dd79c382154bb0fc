"""The loop of every training: clock, checkpoints, resuming, Ctrl-C."""

from __future__ import annotations

import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Generic, TypeVar

import torch

from topple.agents._training.checkpoint import Checkpoint
from topple.agents._training.clock import Clock
from topple.agents._training.options import Options, Trained

C = TypeVar("C", bound=Checkpoint[Any])


class Training(ABC, Generic[C]):
    """What a family of agents adds to the loop: `update` of `total` updates are made."""

    total: int
    update: int = 0
    loss: float | None = None
    speed: str = "plain"
    unit: str = "updates"

    @abstractmethod
    def step(self, clock: Clock) -> None:
        """Make one update, or one round of updates; report progress where it is due.

        A round ends early, without being counted, as soon as the clock has stopped.
        """

    def finish(self, clock: Clock) -> None:
        """Do what is left to do after the last step."""

    @abstractmethod
    def checkpoint(self, seconds: float, *, finished: bool) -> C:
        """Return the state after the last step."""


def run(
    options: Options,
    device: torch.device,
    saved: C | None,
    start: Callable[[], Training[C]],
    count: Callable[[C], tuple[int, int]],
) -> tuple[C, Trained]:
    """Train to the end, from the saved state if there is one; return the finished model.

    `count` returns how many of the examples that were learnt from are solved, and missed.
    Ctrl-C ends it after the current step: the state is saved and `KeyboardInterrupt` raised.
    """
    if saved is not None and saved.finished:
        final, speed, asked = saved, "finished", 0
    else:
        training = start()
        final = _run(training, options, 0.0 if saved is None else saved.seconds)
        speed, asked = training.speed, training.total
    solved, missed = count(final)
    return final, Trained(
        updates=final.update,
        asked=asked,
        seconds=final.seconds,
        loss=final.loss,
        resumed=0 if saved is None else saved.update,
        device=device.type,
        speed=speed,
        solved=solved,
        missed=missed,
    )


def _run(training: Training[C], options: Options, before: float) -> C:
    saved_at = training.update

    def save(*, finished: bool) -> C:
        state = training.checkpoint(clock.seconds(), finished=finished)
        if options.folder is not None:
            state.save(options.folder)
        return state

    with _interrupts(options.say) as interrupted:
        clock = Clock(options, training.total, training.update, before, interrupted.is_set)
        while clock.share(training.update) < 1:
            training.step(clock)
            stop = interrupted.is_set()  # asked once, so that it never ends without a checkpoint
            if stop or training.update - saved_at >= options.checkpoint_every:
                save(finished=False)
                saved_at = training.update
            if stop:
                options.say(f"saved after {training.update:,} {training.unit}")
                raise KeyboardInterrupt
        training.finish(clock)
        return save(finished=True)


@contextmanager
def _interrupts(say: Callable[[str], None]) -> Iterator[threading.Event]:
    """Turn Ctrl-C, or a request to end, into an event: steps end where they can be saved.

    A second one raises `KeyboardInterrupt` at once.
    """
    interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return

    def stop(number: int, frame: FrameType | None) -> None:
        if interrupted.is_set():
            raise KeyboardInterrupt
        interrupted.set()
        say("stopping, to save the training; a second Ctrl-C stops at once")

    kept = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interrupted
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
