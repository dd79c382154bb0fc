"""Random draws keyed by name, so that adding one never changes the others."""

from __future__ import annotations

import bisect
import hashlib
import math
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.random.bit_generator import ISeedSequence
from numpy.typing import NDArray

from topple.sim import maths

T = TypeVar("T")

_FAR_OUT = 3.6541528853610088  # where the outermost layer of the normal distribution begins
_PER_FAR_OUT = 0.27366123732975828


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


def normals(rng: np.random.Generator, count: int) -> list[float]:
    """Draw standard normal numbers whose last bits do not depend on the C library.

    These are the numbers of `rng.standard_normal`, except that those far out, which come from a
    logarithm of the C library (Marsaglia and Tsang 2000), are computed again from the same bits.
    """
    before = rng.bit_generator.state
    drawn: list[float] = rng.standard_normal(count).tolist()
    if max(map(abs, drawn), default=0.0) <= _FAR_OUT:
        return drawn
    rng.bit_generator.state = before
    return [_normal(rng) for _ in range(count)]


def _normal(rng: np.random.Generator) -> float:
    before = rng.bit_generator.state
    number = rng.standard_normal()
    if abs(number) <= _FAR_OUT:
        return number
    rng.bit_generator.state = before
    raw = rng.bit_generator.random_raw
    # The lowest eight bits choose a layer, and 0 is the outermost. Draws before it were rejected,
    # each by a comparison that took one number more.
    while (bits := raw()) & 0xFF:
        raw()
    while True:
        past, height = (-maths.log(1.0 - (raw() >> 11) / (1 << 53)) for _ in range(2))
        past *= _PER_FAR_OUT
        if height + height > past * past:
            return -(_FAR_OUT + past) if bits >> 17 & 1 else _FAR_OUT + past


class Gauss:
    """The normal numbers of a `RandomState`, with a logarithm that is the same on every machine.

    Marsaglia's polar method as numpy has it since its first version: numbers come in pairs, of
    which the second is kept for the next call. numpy takes the logarithm from the C library.
    """

    def __init__(self, random: np.random.RandomState) -> None:
        self._random = random
        self._kept: float | None = None

    def __call__(self) -> float:
        """Return what `random.normal()` would return."""
        if self._kept is not None:
            kept, self._kept = self._kept, None
            return kept
        square = 0.0
        while not 0.0 < square < 1.0:
            x, y = (2.0 * self._random.random_sample() - 1.0 for _ in range(2))
            square = x * x + y * y
        scale = math.sqrt(-2.0 * maths.log(square) / square)
        self._kept = scale * x
        return scale * y


def choose(rng: np.random.Generator, weights: Sequence[float]) -> int:
    """Draw an index by weights, as `rng.choice` does, without numpy's sums."""
    total = maths.total(weights)
    bounds = [0.0]
    for weight in weights:
        bounds.append(bounds[-1] + weight / total)
    drawn = rng.random()
    return bisect.bisect_right([bound / bounds[-1] for bound in bounds[1:]], drawn)


class _Key(ISeedSequence):
    """Gives a bit generator its key; without one, numpy asks the system for entropy each time."""

    def __init__(self, digest: bytes) -> None:
        self._words = np.frombuffer(digest[:16], np.uint64)

    def generate_state(self, n_words: int, dtype: object = np.uint32) -> NDArray[np.uint64]:
        """Return the two words that Philox asks for."""
        return self._words


def generator(*key: object) -> np.random.Generator:
    """Return a random generator that depends on the key alone."""
    # The stubs of numpy know its own seed sequences only.
    return np.random.Generator(np.random.Philox(_Key(_digest(key))))  # type: ignore[arg-type]


class Restarted:
    """One random generator that starts again for every key, in a third of the time of a new one.

    It draws what `generator` draws, until it is asked for the next key.
    """

    def __init__(self) -> None:
        self._generator = generator()
        self._start: dict[str, Any] = dict(self._generator.bit_generator.state)

    def __call__(self, *key: object) -> np.random.Generator:
        self._start["state"]["key"] = np.frombuffer(_digest(key)[:16], np.uint64)
        self._generator.bit_generator.state = self._start
        return self._generator


def _digest(key: tuple[object, ...]) -> bytes:
    return hashlib.sha256("\x1f".join(map(str, key)).encode()).digest()
