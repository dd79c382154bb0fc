"""Files of a DQN's training: the state to go on from, the finished model, the losses on the way."""

from __future__ import annotations

import json
import os
import pickle
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import numpy as np
import torch

import topple
from topple.agents._dqn_examples import Examples, fingerprint
from topple.agents._dqn_network import Network
from topple.errors import BadInput
from topple.tasks.task import Task

CHECKPOINT, MODEL, LOSSES = "checkpoint.pt", "model.pt", "training.jsonl"
_KIND = "topple dqn 1"


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the weights, besides the data."""

    updates: int = 100_000
    batch: int = 64
    learning_rate: float = 3e-4
    hidden: int = 512
    width: int = 64
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Saved:
    """A training as it was at one update; `optimiser` is empty in a finished model."""

    settings: Settings
    tasks: str
    data: str
    dimensions: int
    network: dict[str, Any]
    optimiser: dict[Any, Any]
    update: int
    seconds: float
    loss: float | None
    finished: bool
    versions: dict[str, str]

    def make_network(self) -> Network:
        """Build the network with the weights."""
        made = Network(self.dimensions, hidden=self.settings.hidden, width=self.settings.width)
        made.load_state_dict(self.network)
        return made

    def save(self, path: Path) -> None:
        """Write in one go, so that being killed never leaves half a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        row = {field.name: getattr(self, field.name) for field in fields(self)}
        torch.save({**row, "kind": _KIND, "settings": asdict(self.settings)}, part)
        part.replace(path)


def load(path: Path, device: torch.device) -> Saved:
    """Read a checkpoint or a model: a file, or a folder that holds one."""
    if path.is_dir():
        path = path / (MODEL if (path / MODEL).exists() else CHECKPOINT)
    if not path.exists():
        raise BadInput(f"no model at {path}", "`topple train dqn` makes one")
    if not zipfile.is_zipfile(path):  # torch reads rubbish as an old format and stumbles anywhere
        raise BadInput(f"{path} is not a DQN's file")
    try:
        row = torch.load(path, map_location=device, weights_only=True)
    except (RuntimeError, pickle.UnpicklingError, EOFError, ValueError, LookupError) as error:
        raise BadInput(f"{path} is not a DQN's file: {str(error)[:200]}") from error
    if not isinstance(row, dict) or row.pop("kind", None) != _KIND:
        raise BadInput(f"{path} is not a DQN's file")
    return Saved(**{**row, "settings": Settings(**row["settings"])})


def going_on(
    folder: Path, device: torch.device, settings: Settings, examples: Examples
) -> Saved | None:
    """Find what to go on from; raise `BadInput` if it belongs to another training."""
    if not any((folder / name).exists() for name in (MODEL, CHECKPOINT)):
        return None
    saved = load(folder, device)
    changed = [
        f"{name} is {was}, not {wanted}"
        for (name, was), wanted in zip(
            asdict(saved.settings).items(), asdict(settings).values(), strict=True
        )
        if was != wanted
    ]
    if saved.data != examples.fingerprint:
        changed.append("it learns from other tasks or actions")
    if changed:
        raise BadInput(
            f"{folder} holds another training: {'; '.join(changed)}",
            "give the settings it was started with, or another folder",
        )
    return saved


def load_trained(path: Path, tasks: Sequence[Task]) -> Network:
    """Load the model under a path that was trained on the tasks: others would know the test."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    below = sorted(path.glob(f"*/{MODEL}")) if path.is_dir() else []
    for file in [path] if (path / MODEL).exists() or not below else below:
        saved = load(file, device)
        if saved.tasks == fingerprint(tasks):
            return saved.make_network().to(device)
    raise BadInput(
        f"no model at {path} was trained on these {len(tasks)} tasks",
        "train one on this fold and part; a model of another may have seen the test",
    )


def versions() -> dict[str, str]:
    """Name what made the weights."""
    try:
        own = topple.__version__
    except PackageNotFoundError:  # run from source, not installed
        own = "unknown"
    return {"topple": own, "torch": str(torch.__version__), "numpy": np.__version__}


class Losses:
    """The file of losses: one line every so many updates."""

    def __init__(self, folder: Path, update: int) -> None:
        """Open it; lines after the update to go on from are dropped, as they will come again."""
        self._path = folder / LOSSES
        folder.mkdir(parents=True, exist_ok=True)
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        kept = [line for line in lines if _update_of(line) <= update]
        if len(kept) < len(lines):
            self._path.write_text("".join(f"{line}\n" for line in kept))

    def add(self, row: Mapping[str, float]) -> None:
        with self._path.open("a") as file:
            file.write(json.dumps(row) + "\n")


def _update_of(line: str) -> float:
    try:
        return float(json.loads(line)["update"])
    except (ValueError, KeyError, TypeError):
        return float("inf")  # half a line
