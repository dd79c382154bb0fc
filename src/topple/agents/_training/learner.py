"""The base class of trained agents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from topple.agents.agent import Agent
from topple.agents.practice import Practice
from topple.errors import BadInput, MissingExtra

if TYPE_CHECKING:
    import torch

    from topple.agents._training.checkpoint import Checkpoint

_MOST = 10_000_000
_OPTIONAL = ("torch", "stable_baselines3", "gymnasium")


class Learner(Agent):
    """Checks its settings: a `learning_rate`, and `counts`, which are at least 1.

    `extra` names the optional packages that it needs to learn and to play.
    """

    counts: ClassVar[tuple[str, ...]]
    extra: ClassVar[str] = "train"
    unit: ClassVar[str] = "updates"  # what its training counts

    def __post_init__(self) -> None:
        settings = self.settings()
        for name in self.counts:
            if not 1 <= settings.get(name, 1) <= _MOST:
                raise BadInput(f"{name}={settings[name]}: give 1 to {_MOST}")
        rate = settings["learning_rate"]
        if not 0 < rate < 1:
            raise BadInput(f"learning_rate={rate}: give a number between 0 and 1")

    def load_network(
        self,
        kind: type[Checkpoint[Any]],
        family: str,
        practice: Practice,
        wanted: Mapping[str, object] | None = None,
    ) -> Any:
        """Load the network that was trained on these tasks from the folder `model`."""
        from topple.agents._training.device import device_of

        device = device_of()
        found = self.load_checkpoint(kind, family, practice, device, wanted)
        return found.make_network().to(device)

    def load_checkpoint(
        self,
        kind: type[Checkpoint[Any]],
        family: str,
        practice: Practice,
        device: torch.device,
        wanted: Mapping[str, object] | None = None,
    ) -> Any:
        """Load the training on these tasks from the folder `model`, and keep its facts."""
        model = Path(self.settings()["model"])
        found = next(kind.load_trained(model, device, family, practice.tasks, wanted))
        self.training = found.facts()
        return found

    def load_networks(
        self, kind: type[Checkpoint[Any]], family: str, practice: Practice
    ) -> list[Any]:
        """Load all networks that were trained on these tasks from the folder `model`."""
        from topple.agents._training.device import device_of

        device, model = device_of(), Path(self.settings()["model"])
        found = list(kind.load_trained(model, device, family, practice.tasks))
        self.training = _facts_of_all([each.facts() for each in found])
        return [each.make_network().to(device) for each in found]

    @contextmanager
    def optional_imports(self) -> Iterator[None]:
        """Name the extra to install when an import inside the block finds it missing."""
        try:
            yield
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in _OPTIONAL:
                raise
            raise MissingExtra(self.name, self.extra) from error


def _facts_of_all(facts: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Add up updates and seconds of trainings; list the values of settings that differ."""
    values = {name: [each["settings"][name] for each in facts] for name in facts[0]["settings"]}
    return {
        "updates": sum(each["updates"] for each in facts),
        "seconds": round(sum(each["seconds"] for each in facts), 1),
        "settings": {
            name: own[0] if own.count(own[0]) == len(own) else own for name, own in values.items()
        },
    }
