"""What a training on birds keeps: the state to go on from, and the finished model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from topple.agents._training.course import device_of
from topple.agents._training.files import begun, differences, models, read, refuse, write
from topple.agents.ddqn.networks import make_network
from topple.agents.ddqn.observation import Eye
from topple.agents.ddqn.settings import Settings
from topple.agents.dqn.examples import fingerprint
from topple.errors import BadInput
from topple.tasks.task import Task

_KIND = "topple ddqn 1"


@dataclass(frozen=True, slots=True)
class Saved:
    """A training as it was after a round; a finished model needs no optimiser and no practice."""

    settings: Settings
    tasks: str
    network: dict[str, Any]
    optimiser: dict[Any, Any]
    played: Tensor  # shots, as `Positions` has them
    update: int
    games: int
    solved: int
    missed: int
    seconds: float
    loss: float | None
    finished: bool
    versions: dict[str, str]

    def make_network(self) -> nn.Module:
        """Build the network with the weights."""
        made = fresh_network(self.settings)
        made.load_state_dict(self.network)
        return made

    def save(self, folder: Path) -> None:
        """Write the file, of a checkpoint or of a model."""
        row = {field.name: getattr(self, field.name) for field in fields(self)}
        write(folder, {**row, "kind": _KIND, "settings": asdict(self.settings)})


def fresh_network(settings: Settings) -> nn.Module:
    """Make a network of first weights that depend on the seed alone."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        return make_network(
            settings.network, eye_of(settings), settings.width, faithful=settings.faithful
        )


def eye_of(settings: Settings) -> Eye:
    """Give what the network is shown."""
    return Eye(settings.sees, platforms=not settings.faithful)


def load(path: Path, device: torch.device) -> Saved:
    """Read a checkpoint or a model: a file, or a folder that holds one."""
    row = read(path, device, _KIND)
    return Saved(**{**row, "settings": Settings(**row["settings"])})


def going_on(
    folder: Path, device: torch.device, settings: Settings, tasks: Sequence[Task]
) -> Saved | None:
    """Find what to go on from; raise `BadInput` if it belongs to another training."""
    if not begun(folder):
        return None
    saved = load(folder, device)
    changed = differences(asdict(saved.settings), asdict(settings))
    if saved.tasks != fingerprint(tasks):
        changed.append("it learns from other tasks")
    refuse(folder, changed)
    return saved


def load_trained(path: Path, tasks: Sequence[Task], wanted: dict[str, object]) -> nn.Module:
    """Load the model under a path that was trained on the tasks: others would know the test.

    It has to see, and to be, what the agent says of itself, because that is recorded.
    """
    device = device_of()
    others: list[str] = []
    for file in models(path):
        saved = load(file, device)
        settings = asdict(saved.settings)
        if saved.tasks != fingerprint(tasks):
            continue
        others = differences({name: settings[name] for name in wanted}, wanted)
        if not others:
            return saved.make_network().to(device).eval()
    if others:
        raise BadInput(
            f"the model at {path} is another: {'; '.join(others)}",
            "name its agent, and give its settings with --set",
        )
    raise BadInput(
        f"no model at {path} was trained on these {len(tasks)} tasks",
        "train one on this protocol; a model of another may have seen the test",
    )
