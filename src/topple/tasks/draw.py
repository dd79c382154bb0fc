"""Random draws keyed by name, so that adding one never changes the others."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")


class Draw:
    """The draws of one task; each depends only on its name, the task and the trial."""

    def __init__(self, template: str, index: int, trial: int = 0) -> None:
        self.index = index
        self._key = f"{template}:{index}:{trial}"

    def __call__(self, name: str, low: float, high: float) -> float:
        """Draw a number between `low` and `high`."""
        return low + (high - low) * self._unit(name)

    def pick(self, name: str, values: Sequence[T]) -> T:
        """Draw one of the values."""
        return values[int(self._unit(name) * len(values))]

    def _unit(self, name: str) -> float:
        digest = hashlib.sha256(f"{self._key}:{name}".encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64


def generator(*key: object) -> np.random.Generator:
    """Return a random generator that depends on the key alone."""
    digest = hashlib.sha256("\x1f".join(map(str, key)).encode()).digest()
    return np.random.Generator(np.random.Philox(key=np.frombuffer(digest[:16], np.uint64)))
