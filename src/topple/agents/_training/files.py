"""Files of a training: written in one go, so that a kill never leaves half a file."""

from __future__ import annotations

import os
import pickle
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

import topple
from topple.errors import BadInput

CHECKPOINT, MODEL = "checkpoint.pt", "model.pt"


def write(folder: Path, row: Mapping[str, Any]) -> None:
    """Write a checkpoint, or the finished model in its place."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (MODEL if row["finished"] else CHECKPOINT)
    part = path.with_suffix(f".{os.getpid()}.part")
    torch.save(row, part)
    part.replace(path)
    if row["finished"]:
        (folder / CHECKPOINT).unlink(missing_ok=True)


def has_training(folder: Path) -> bool:
    """Return whether a folder holds a checkpoint or a model."""
    return any((folder / name).exists() for name in (MODEL, CHECKPOINT))


def models(path: Path) -> list[Path]:
    """Return the model that a path names, or those in the folders below it."""
    below = sorted(path.glob(f"*/{MODEL}")) if path.is_dir() else []
    return [path] if (path / MODEL).exists() or not below else below


def read(path: Path, device: torch.device, kind: str) -> dict[str, Any]:
    """Read a checkpoint or a model of a kind: a file, or a folder that holds one."""
    agent = kind.split()[1]
    if path.is_dir():
        path = path / (MODEL if (path / MODEL).exists() else CHECKPOINT)
    if not path.exists():
        hint = f"`topple train PROTOCOL --agent {agent} --out FOLDER` makes one"
        raise BadInput(f"no model at {path}", hint)
    if not zipfile.is_zipfile(path):  # torch takes other files for an old format and may crash
        raise BadInput(f"{path} is not a file of `{agent}`")
    try:
        row = torch.load(path, map_location=device, weights_only=True)
    except (RuntimeError, pickle.UnpicklingError, EOFError, ValueError, LookupError) as error:
        # Torch's own words advise to load it in a way that runs whatever code is in the file.
        raise BadInput(f"{path} is not a file of `{agent}`, or holds more than numbers") from error
    if not isinstance(row, dict) or row.pop("kind", None) != kind:
        raise BadInput(f"{path} is not a file of `{agent}`")
    return row


def versions() -> dict[str, str]:
    """Return the versions of the packages that make the weights."""
    return {"topple": topple.__version__, "torch": str(torch.__version__), "numpy": np.__version__}
