"""Checkpoints: the state that a stopped training continues from, and the finished model."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import torch
from torch import nn

from topple.agents._training.files import has_training, models, read, write
from topple.errors import BadInput
from topple.tasks.task import Task


class Settings(Protocol):
    """A dataclass of all that decides the weights, besides the data."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def family(self) -> str:
        """The agent that files are named after."""


S = TypeVar("S", bound=Settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint(ABC, Generic[S]):
    """A training after some updates; a finished model keeps no state of the optimiser."""

    settings_type: ClassVar[type[Any]]
    names_in_file: ClassVar[Mapping[str, str]] = {}  # fields whose names differ in the file

    settings: S
    tasks: str  # a fingerprint of the training tasks
    network: dict[str, Any]
    optimiser: dict[Any, Any]
    update: int
    seconds: float
    loss: float | None
    finished: bool
    versions: dict[str, str]

    @abstractmethod
    def make_network(self) -> nn.Module:
        """Build the network with the stored weights."""

    @property
    def source(self) -> str:
        """A fingerprint of everything that the training learns from."""
        return self.tasks

    def facts(self) -> dict[str, Any]:
        """Return how the weights were made, as plain data."""
        return {
            "updates": self.update,
            "seconds": round(self.seconds, 1),
            "settings": asdict(self.settings),
        }

    def save(self, folder: Path) -> None:
        """Write the file of a checkpoint, or of a model."""
        row = {self._name_in_file(field.name): getattr(self, field.name) for field in fields(self)}
        kind = _kind(self.settings.family)
        write(folder, {**row, "kind": kind, "settings": asdict(self.settings)})

    @classmethod
    def load(cls, path: Path, device: torch.device, family: str) -> Self:
        """Read a checkpoint or a model: a file, or a folder that holds one."""
        row = read(path, device, _kind(family))
        try:
            values = {field.name: row[cls._name_in_file(field.name)] for field in fields(cls)}
            settings = cls.settings_type(**row["settings"])
            weights = [each for each in values["network"].values() if each.is_floating_point()]
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadInput(f"{path} is not a whole file of `{family}`: {error}") from error
        if not all(bool(torch.isfinite(each).all()) for each in weights):
            raise BadInput(f"the weights in {path} are not all finite", "train it again")
        return cls(**{**values, "settings": settings})

    @classmethod
    def resume(
        cls, folder: Path | None, device: torch.device, settings: S, source: str
    ) -> Self | None:
        """Load what a folder holds of this training; raise `BadInput` if it is another one."""
        if folder is None or not has_training(folder):
            return None
        saved = cls.load(folder, device, settings.family)
        changed = _differences(asdict(saved.settings), asdict(settings))
        if saved.source != source:
            changed.append("it learns from other tasks or actions")
        if changed:
            raise BadInput(
                f"{folder} holds another training: {'; '.join(changed)}",
                "give the settings it was started with, or another folder",
            )
        return saved

    @classmethod
    def load_trained(
        cls,
        path: Path,
        device: torch.device,
        family: str,
        tasks: Sequence[Task],
        wanted: Mapping[str, object] | None = None,
    ) -> Iterator[Self]:
        """Load the models under a path that were trained on the tasks, with the wanted settings.

        A model that was trained on other tasks may have seen the test.
        """
        others: list[str] = []
        found = False
        for file in models(path):
            saved = cls.load(file, device, family)
            if saved.tasks == fingerprint(tasks):
                settings = asdict(saved.settings)
                others = _differences({name: settings[name] for name in wanted or {}}, wanted or {})
                if not others:
                    found = True
                    yield saved
        if found:
            return
        if others:
            raise BadInput(
                f"the model at {path} is another: {'; '.join(others)}",
                "name its agent, and give its settings with --set",
            )
        raise BadInput(
            f"no model at {path} was trained on these {len(tasks)} tasks",
            "train one on this protocol, fold and part; another may have seen the test",
        )

    @classmethod
    def _name_in_file(cls, field: str) -> str:
        return cls.names_in_file.get(field, field)


def fingerprint(tasks: Sequence[Task]) -> str:
    """Return a short hash of the ids of some tasks, in any order."""
    return hashlib.sha256(" ".join(sorted(map(str, tasks))).encode()).hexdigest()[:16]


def _kind(family: str) -> str:
    return f"topple {family} 1"


def _differences(was: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    return [
        f"{name} is {value}, not {wanted[name]}"
        for name, value in was.items()
        if value != wanted[name]
    ]
