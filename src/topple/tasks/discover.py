"""Find what the modules of a package, or other packages by entry point, offer."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from importlib.metadata import entry_points
from types import ModuleType


def modules(package: str) -> Iterator[ModuleType]:
    """Import every module of a package whose name does not start with an underscore."""
    folder = importlib.import_module(package)
    for found in pkgutil.iter_modules(folder.__path__):
        if not found.name.startswith("_"):
            yield importlib.import_module(f"{package}.{found.name}")


def plugins(group: str) -> Iterator[tuple[str, object]]:
    """Give what other packages offer, each under its package's prefix."""
    for entry in entry_points(group=group):
        yield entry.name, entry.load()
