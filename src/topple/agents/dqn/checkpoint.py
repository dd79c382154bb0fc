"""What a DQN's training keeps: the state to go on from, and the finished model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import torch

from topple.agents._training.course import device_of
from topple.agents._training.files import begun, differences, models, read, refuse, write
from topple.agents.dqn.examples import Examples, fingerprint
from topple.agents.dqn.network import Network
from topple.errors import BadInput
from topple.tasks.task import Task

_KIND = "topple dqn 1"


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the weights, besides the data."""

    updates: int
    batch: int
    learning_rate: float
    hidden: int
    width: int
    seed: int


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

    def save(self, folder: Path) -> None:
        """Write the file, of a checkpoint or of a model."""
        row = {field.name: getattr(self, field.name) for field in fields(self)}
        write(folder, {**row, "kind": _KIND, "settings": asdict(self.settings)})


def load(path: Path, device: torch.device) -> Saved:
    """Read a checkpoint or a model: a file, or a folder that holds one."""
    row = read(path, device, _KIND)
    return Saved(**{**row, "settings": Settings(**row["settings"])})


def going_on(
    folder: Path, device: torch.device, settings: Settings, examples: Examples
) -> Saved | None:
    """Find what to go on from; raise `BadInput` if it belongs to another training."""
    if not begun(folder):
        return None
    saved = load(folder, device)
    changed = differences(asdict(saved.settings), asdict(settings))
    if saved.data != examples.fingerprint:
        changed.append("it learns from other tasks or actions")
    refuse(folder, changed)
    return saved


def load_trained(path: Path, tasks: Sequence[Task]) -> Network:
    """Load the model under a path that was trained on the tasks: others would know the test."""
    device = device_of()
    for file in models(path):
        saved = load(file, device)
        if saved.tasks == fingerprint(tasks):
            return saved.make_network().to(device)
    raise BadInput(
        f"no model at {path} was trained on these {len(tasks)} tasks",
        "train one on this fold and part; a model of another may have seen the test",
    )
