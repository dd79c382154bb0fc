"""Load JSON whose numbers are finite: Python's own reader takes NaN, and 1e999 for infinity."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any, NoReturn


def load_plain(text: str, make: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Return the data of a JSON text; raise `ValueError` for a number that is not finite.

    `make` makes objects of their keys and values.
    """
    return json.loads(text, object_pairs_hook=make, parse_constant=_refuse, parse_float=_finite)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    found = float(text)
    if not math.isfinite(found):
        raise ValueError(f"{text[:20]} is too large")
    return found
