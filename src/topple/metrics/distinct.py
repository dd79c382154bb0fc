"""The distinct values of a column."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def distinct(column: NDArray[np.str_] | NDArray[np.int64]) -> list[Any]:
    """Return the distinct names or numbers in order, as a list of Python's own values."""
    return sorted(set(column.tolist()))
