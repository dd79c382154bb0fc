"""Topple: a testbed for physical reasoning.

`task` finds a task of any world, `simulate` plays actions on it, and `film` shows how. `evaluate`
plays a protocol with an agent, `load` reads the run it leaves, and `score` scores it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from topple.runs.evaluate import evaluate as evaluate
    from topple.runs.load import load as load
    from topple.runs.score import score as score
    from topple.worlds import film as film
    from topple.worlds import find_task as task
    from topple.worlds.simulate import simulate as simulate

    __version__: str

__all__ = ["__version__", "evaluate", "film", "load", "score", "simulate", "task"]

# Where each name lives. They are imported when they are first used: most programs need a few.
_HOMES = {
    "evaluate": ("topple.runs.evaluate", "evaluate"),
    "film": ("topple.worlds", "film"),
    "load": ("topple.runs.load", "load"),
    "score": ("topple.runs.score", "score"),
    "simulate": ("topple.worlds.simulate", "simulate"),
    "task": ("topple.worlds", "find_task"),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("topple")
    if name not in _HOMES:
        raise AttributeError(f"module 'topple' has no attribute {name!r}")
    module, own = _HOMES[name]
    return getattr(importlib.import_module(module), own)


def __dir__() -> list[str]:
    return __all__
