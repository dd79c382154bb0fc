"""Topple: a testbed for physical reasoning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from topple.runs.evaluate import evaluate as evaluate


def __getattr__(name: str) -> Any:
    """Load what is here only when asked: it costs more than the rest of the import."""
    if name == "__version__":
        from importlib.metadata import version

        return version("topple")
    if name == "evaluate":
        from topple.runs.evaluate import evaluate

        return evaluate
    raise AttributeError(f"module 'topple' has no attribute {name!r}")
