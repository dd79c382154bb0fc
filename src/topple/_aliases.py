"""Older import paths: `topple.agents.NAME` of what is now in `topple.worlds.NAME.agents`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

_HERE = Path(__file__).parent
_KINDS = ("agents", "metrics", "protocols", "physiq")


class Aliases(MetaPathFinder):
    """Finds `topple.KIND.NAME` in the folder KIND of a world."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is loaded from, None if no world holds it."""
        top, *rest = name.split(".")
        if top != "topple" or len(rest) < 2 or rest[0] not in _KINDS:
            return None
        kind, *inner = rest
        if _is_module(_HERE / kind / inner[0]):
            return None
        for folder in sorted(_HERE.glob(f"worlds/*/{kind}")):
            world = folder.parent.name
            own = inner[1:] if inner[0] == world else inner
            if _is_module(folder.joinpath(*own)):
                return ModuleSpec(name, _Alias(".".join(["topple.worlds", world, kind, *own])))
        return None


def _is_module(place: Path) -> bool:
    return (place / "__init__.py").exists() or place.with_suffix(".py").exists()


class _Alias(Loader):
    """Loads a module by its present name."""

    def __init__(self, present: str) -> None:
        self._present = present

    def exec_module(self, module: ModuleType) -> None:
        """Put the present module in the place of the old one, as importlib allows."""
        sys.modules[module.__name__] = importlib.import_module(self._present)


sys.meta_path.insert(0, Aliases())
