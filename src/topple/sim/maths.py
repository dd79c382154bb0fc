"""Functions whose last bits are the same on every machine, for whatever builds levels and actions.

Those of `math` and numpy come from the C library or the processor's vector unit, products of
matrices from numpy's linear algebra, and `sum` of floats rounds differently since Python 3.12.
Functions that round exactly are safe: `sqrt`, `floor`, `radians` and the like.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from topple._native.maths import acos, asin, atan2, cos, exp, hypot, log, pow, sin, tan

__all__ = [
    "acos", "asin", "atan2", "cos", "cosines", "dist", "dots", "exp", "hypot", "lengths", "log",
    "pow", "sin", "sines", "tan", "total",
]  # fmt: skip


Floats = NDArray[np.float64]


def total(numbers: Iterable[float]) -> float:
    """Add numbers from left to right."""
    result = 0.0
    for number in numbers:
        result += number
    return result


def sines(angles: Floats) -> Floats:
    """Return the sine of every angle."""
    return np.array([sin(angle) for angle in angles.ravel().tolist()]).reshape(angles.shape)


def cosines(angles: Floats) -> Floats:
    """Return the cosine of every angle."""
    return np.array([cos(angle) for angle in angles.ravel().tolist()]).reshape(angles.shape)


def dots(a: Floats, b: Floats) -> Floats:
    """Return the scalar products of many pairs of vectors in the plane."""
    return np.asarray(a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1])


def lengths(x: Floats, y: Floats) -> Floats:
    """Return the lengths of many vectors."""
    return np.sqrt(x * x + y * y)


def dist(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the distance of two points."""
    return hypot(a[0] - b[0], a[1] - b[1])
