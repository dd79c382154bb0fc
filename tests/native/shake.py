"""Run `topple` in a Python whose sums, products and functions have other last bits.

The C library and the BLAS are preloaded by the test; this shakes what Python and numpy compute
themselves. With `--show` as the only argument, print some of the shaken values; with `--draw`, the
hashes of the tasks that `tasks` draws.
"""

from __future__ import annotations

import builtins
import json
import math
import sys
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import numpy as np

FIRST = 10  # tasks per template
_FUNCTIONS = (
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "exp", "log", "log1p"),
    *("power", "float_power", "hypot", "sum", "mean", "prod", "cumsum", "dot", "inner", "matmul"),
    *("einsum", "std", "var", "average", "interp"),
)


def _off(value: Any) -> Any:
    """Return the next larger number, in arrays too; whole numbers are exact on every machine."""
    if not isinstance(value, float | np.ndarray) or np.asarray(value).dtype.kind != "f":
        return value
    moved = np.where(np.rint(value) == value, value, np.nextafter(value, np.inf))
    return moved if isinstance(value, np.ndarray) else type(value)(moved)


def _shaken(real: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **options: _off(real(*args, **options))


_plain_sum = builtins.sum


def _other_sum(numbers: Iterable[Any], /, start: Any = 0) -> Any:
    """Add floats as Python 3.12 does if this is an older one, and the other way round."""
    terms = list(numbers)
    if not any(type(term) is float for term in terms):
        return _plain_sum(terms, start)
    if sys.version_info < (3, 12):
        return math.fsum([start, *terms])
    total = start
    for term in terms:
        total = total + term
    return total


def shake() -> None:
    """Replace functions of builtins, `math` and numpy."""
    builtins.sum = _other_sum
    math.hypot = _shaken(math.hypot)
    math.dist = _shaken(math.dist)
    for name in _FUNCTIONS:
        if hasattr(np, name):
            setattr(np, name, _shaken(getattr(np, name)))
    methods = sys.modules.get("numpy._core._methods") or sys.modules["numpy.core._methods"]
    for name in ("_sum", "_mean", "_prod", "_std", "_var"):
        setattr(methods, name, _shaken(getattr(methods, name)))


def values() -> dict[str, float]:
    """Return one value of each kind that a machine may decide."""
    tenths = np.full(10, 0.1)
    numbers = np.arange(1.0, 30.0) / 7
    return {
        "sin": math.sin(1.0),
        "pow": 1.1**1.7,
        "hypot": math.hypot(1.1, 2.3),
        "log": math.log(0.3),
        "log1p": math.log1p(0.3),
        "exp": math.exp(0.3),
        "RandomState": sum(map(abs, np.random.RandomState(0).normal(size=20).tolist())),
        "numpy sin": float(np.sin(1.0)),
        "numpy sum": float(numbers.sum()),
        "sum": sum([0.1] * 10),
        "dot": float(numbers @ numbers),
        "matrix": float(
            (np.outer(numbers, numbers) @ np.outer(tenths.repeat(3)[:29], numbers))[2, 3]
        ),
    }


def tasks(count: int) -> dict[str, str]:
    """Return the content hashes of the first tasks of every template, straight from its draws."""
    from topple.worlds import all_worlds

    found = {}
    for world in all_worlds():
        for template in world.templates().values():
            for index in islice(world.served(template), count):
                task = template.task(index)
                found[str(task)] = task.content_hash()
    return found


if __name__ == "__main__":
    shake()
    if sys.argv[1:] == ["--show"]:
        print(values())
    elif sys.argv[1:] == ["--draw"]:
        print(json.dumps(tasks(FIRST)))
    else:
        from topple.cli.main import main

        sys.exit(main(sys.argv[1:]))
