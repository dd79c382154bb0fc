"""Files of a training: a kill leaves none half written, and one that does not fit is named."""

from __future__ import annotations

import json
import os
import pickle
import zipfile
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import numpy as np
import torch

import topple
from topple.errors import BadInput

CHECKPOINT, MODEL, CURVE = "checkpoint.pt", "model.pt", "training.jsonl"


def write(folder: Path, row: Mapping[str, Any]) -> None:
    """Write a state in one go, so that being killed never leaves half a file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (MODEL if row["finished"] else CHECKPOINT)
    part = path.with_suffix(f".{os.getpid()}.part")
    torch.save(row, part)
    part.replace(path)
    if row["finished"]:
        (folder / CHECKPOINT).unlink(missing_ok=True)


def models(path: Path) -> list[Path]:
    """Give what a path names: a model, or those in the folders below it."""
    below = sorted(path.glob(f"*/{MODEL}")) if path.is_dir() else []
    return [path] if (path / MODEL).exists() or not below else below


def begun(folder: Path) -> bool:
    """Say whether there is anything to go on from."""
    return any((folder / name).exists() for name in (MODEL, CHECKPOINT))


def read(path: Path, device: torch.device, kind: str) -> dict[str, Any]:
    """Read a checkpoint or a model of a kind: a file, or a folder that holds one."""
    agent = kind.split()[1]
    if path.is_dir():
        path = path / (MODEL if (path / MODEL).exists() else CHECKPOINT)
    if not path.exists():
        raise BadInput(f"no model at {path}", f"`topple train {agent}` makes one")
    if not zipfile.is_zipfile(path):  # torch reads rubbish as an old format and stumbles anywhere
        raise BadInput(f"{path} is not a file of `{agent}`")
    try:
        row = torch.load(path, map_location=device, weights_only=True)
    except (RuntimeError, pickle.UnpicklingError, EOFError, ValueError, LookupError) as error:
        raise BadInput(f"{path} is not a file of `{agent}`: {str(error)[:200]}") from error
    if not isinstance(row, dict) or row.pop("kind", None) != kind:
        raise BadInput(f"{path} is not a file of `{agent}`")
    return row


def differences(was: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    """Say in which settings two trainings differ."""
    return [
        f"{name} is {value}, not {wanted[name]}"
        for name, value in was.items()
        if value != wanted[name]
    ]


def refuse(folder: Path, changed: Sequence[str]) -> None:
    """Raise `BadInput` if a folder holds another training."""
    if changed:
        raise BadInput(
            f"{folder} holds another training: {'; '.join(changed)}",
            "give the settings it was started with, or another folder",
        )


def versions() -> dict[str, str]:
    """Name what made the weights."""
    try:
        own = topple.__version__
    except PackageNotFoundError:  # run from source, not installed
        own = "unknown"
    return {"topple": own, "torch": str(torch.__version__), "numpy": np.__version__}


class Curve:
    """The file of losses and whatever else there is to follow: a line every so many updates."""

    def __init__(self, folder: Path, update: int) -> None:
        """Open it; lines after the update to go on from are dropped, as they will come again."""
        self._path = folder / CURVE
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        kept = [line for line in lines if _update_of(line) <= update]
        if len(kept) < len(lines):
            self._path.write_text("".join(f"{line}\n" for line in kept))

    def add(self, row: Mapping[str, float | None]) -> None:
        """Write a line, six digits to a number."""
        short = {k: None if v is None else float(f"{v:.6g}") for k, v in row.items()}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a") as file:
            file.write(json.dumps(short) + "\n")


def _update_of(line: str) -> float:
    try:
        return float(json.loads(line)["update"])
    except (ValueError, KeyError, TypeError):
        return float("inf")  # half a line
