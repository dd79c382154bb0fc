"""The contents of run.json and finished.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from topple.errors import RunError
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Choices

_MOST_ATTEMPTS = 1_000_000
_TRAINING, _COUNTED = "training", "test_simulations"


@dataclass(frozen=True, slots=True)
class RunSettings:
    """The settings of a run."""

    topple: str
    world: str
    world_version: int
    protocol: str
    protocol_version: int
    attempts: int
    most_tries: int
    uncounted: frozenset[Outcome]
    plays_on: bool
    asked: bool  # True for models, whose provider may fail
    variant: str  # the prompt variant of a model, and choices in words
    cell: str  # things shown, used and answered by a model, unless pictures and text
    choices: Choices
    part: str
    folds: tuple[int, ...]
    limit: int | None
    agent: str
    agent_version: int
    agent_settings: Mapping[str, Any]
    simulates: bool
    seed: int
    tasks: Mapping[int, int]
    made_by: Mapping[str, Any]
    asking: Mapping[str, Any]  # settings of the questions to a model; empty for agents

    @property
    def board(self) -> tuple[Any, ...]:
        """What rows of one board share besides their track: rules, tasks and versions."""
        return (
            *(self.protocol, self.protocol_version, self.variant, self.part),
            *(tuple(sorted(self.folds)), self.limit or 0, self.world_version),
        )

    @property
    def of_people(self) -> bool:
        """Whether the run is of a study: each fold is a person, and all play the same tasks."""
        return "study" in self.agent_settings


@dataclass(frozen=True, slots=True)
class Training:
    """How a model was trained; `updates` counts shots or steps where the agent does."""

    updates: int
    seconds: float
    settings: Mapping[str, Any]

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Training:
        """Return what finished.json holds of a training."""
        return cls(int(data["updates"]), float(data["seconds"]), dict(data["settings"]))


@dataclass(frozen=True, slots=True)
class Finished:
    """The totals of a finished run, and by fold the training of the model that played.

    `test_simulations` is what the agent simulated while it was tested; None where nobody counted.
    """

    attempts: int
    tasks: int
    wall_s: float
    practice_simulations: int
    practice_wall_s: float
    test_simulations: int | None = None
    training: Mapping[int, Training] = field(default_factory=dict)


def parse_settings(data: Mapping[str, Any], path: Path) -> RunSettings:
    """Return the settings that run.json holds; `path` is for error messages."""
    try:
        protocol, agent = data["protocol"], data["agent"]
        choices = Choices.from_data(protocol)
        return RunSettings(
            topple=str(data["topple"]),
            world=str(data["world"]["name"]),
            world_version=int(data["world"]["version"]),
            protocol=str(protocol["name"]),
            protocol_version=int(protocol["version"]),
            attempts=_within(protocol["attempts"]),
            most_tries=_within(protocol["most_tries"]),
            uncounted=frozenset(Outcome(name) for name in protocol["uncounted"]),
            plays_on=bool(protocol.get("plays_on", False)),
            asked="asking" in data,
            variant=", ".join(filter(None, (str(protocol.get("variant", "")), choices.words))),
            cell=str(protocol.get("cell", "")),
            choices=choices,
            part=str(data["part"]),
            folds=tuple(int(fold) for fold in data["folds"]),
            limit=None if data["limit"] is None else int(data["limit"]),
            agent=str(agent["name"]),
            agent_version=int(agent["version"]),
            agent_settings=dict(agent["settings"]),
            simulates=bool(agent["simulates"]),
            seed=int(data["seed"]),
            tasks={int(fold): int(count) for fold, count in data["tasks"].items()},
            made_by=dict(data["made_by"]),
            asking=dict(data.get("asking", {})),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RunError(f"{path} is not a run: {error!r}", "was it changed by hand?") from error


def _within(value: Any) -> int:
    """Return a number of attempts; tables have a column for each."""
    if not 1 <= int(value) <= _MOST_ATTEMPTS:
        raise ValueError(f"{value} attempts")
    return int(value)


def load_finished(path: Path) -> Finished | None:
    """Load the totals of a finished run; None while it is unfinished."""
    if not path.exists():
        return None
    try:
        data = json.loads(path.read_bytes())
        found = data.get(_TRAINING, {})
        trained = {int(fold): Training.from_data(each) for fold, each in found.items()}
        named = [each.name for each in fields(Finished)]
        totals = {name: data[name] for name in named if name not in (_TRAINING, _COUNTED)}
        counted = data.get(_COUNTED)
        totals[_COUNTED] = None if counted is None else int(counted)
        return Finished(**totals, training=trained)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise RunError(f"cannot read {path}: {error!r}") from error
