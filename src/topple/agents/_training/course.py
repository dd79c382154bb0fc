"""The course of a training: its device, its clock, what is told of it, and Ctrl-C."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType

import torch

from topple.agents._training.files import Curve
from topple.agents._training.options import Options, Progress
from topple.errors import BadInput


class Course:
    """How far a training of `total` updates is; it has come to one of them in some seconds."""

    def __init__(self, options: Options, total: int, update: int, seconds: float) -> None:
        self._options, self._total = options, total
        self._curve = None if options.folder is None else Curve(options.folder, update)
        self._before, self._began = seconds, time.monotonic()

    def seconds(self) -> float:
        """Say how long it has been trained."""
        return self._before + time.monotonic() - self._began

    def share(self, update: int) -> float:
        """Say how much is done, by updates or by the clock, whichever is further."""
        done, minutes = update / self._total, self._options.minutes
        return done if minutes is None else max(done, self.seconds() / max(1e-9, 60 * minutes))

    def tell(self, update: int, loss: float | None, more: Mapping[str, float | None]) -> None:
        """Write a line of the curve, and tell whoever watches."""
        seconds = self.seconds()
        if self._curve is not None:
            self._curve.add({"update": update, "loss": loss, **more, "seconds": seconds})
        share, passed = self.share(update), more.get("passed")
        self._options.watch(Progress(update, self._total, loss, seconds, share, passed))


def falling(rate: float, share: float) -> float:
    """Give the learning rate where a share of a training is done: half a cosine, down to 0."""
    return rate * (1 + math.cos(math.pi * share)) / 2


def device_of(name: str = "") -> torch.device:
    """Find a device by name: a GPU where there is one, unless told otherwise."""
    if name not in ("", "cpu", "cuda"):
        raise BadInput(f"no device `{name}`", "there are cpu and cuda")
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise BadInput("this machine has no GPU that torch can use", "leave the device out")
    return torch.device(name or ("cuda" if there else "cpu"))


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
