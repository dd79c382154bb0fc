"""Read the solutions stored in the wheel of the original PHYRE package."""

from __future__ import annotations

import builtins
import io
import lzma
import pickle
import zipfile
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topple.worlds.phyre import TIERS

_MEMBER = "phyre/data/evaluations/{}.lzma"

Actions = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Recorded:
    """Solutions of one task; the stable ones also work when moved by half a pixel."""

    stable: Actions
    unstable: Actions

    @property
    def actions(self) -> Actions:
        """All solutions, the stable ones first."""
        return np.concatenate([self.stable, self.unstable])


def recorded(wheel: Path, template: str, tier: str) -> dict[str, Recorded]:
    """Return the recorded solutions of a template's tasks, by task id."""
    with zipfile.ZipFile(wheel) as archive:
        data = lzma.decompress(archive.read(_MEMBER.format(template)))
    tasks: Mapping[str, Any] = _PlainReader(io.BytesIO(data)).load()["eval_stats"]
    width = TIERS[tier].dimensions

    def rows(actions: list[list[float]]) -> Actions:
        return np.array(actions, float).reshape(-1, width)

    return {
        id: Recorded(rows(found[tier]["solutions"]), rows(found[tier]["unstable_solutions"]))
        for id, found in tasks.items()
    }


class _PlainReader(pickle.Unpickler):
    """Unpickles dictionaries, lists and numbers; refuses everything that could run code."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "defaultdict"):
            return defaultdict
        if (module, name) == ("builtins", "dict"):
            return builtins.dict
        raise pickle.UnpicklingError(f"{module}.{name} is not plain data")
