"""What is asked for: a model under a protocol, put to it in one way."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from topple.errors import BadInput
from topple.protocols.protocol import Protocol
from topple.runs.folder import FORMAT
from topple.runs.maker import topple_version
from topple.tasks.task import TaskId
from topple.vlm.baselines import SIMULATING
from topple.vlm.setup import Setup
from topple.worlds import world as find_world


@dataclass(frozen=True, slots=True)
class VlmPlan:
    """Everything that decides the records of a run, as far as a model's answers do not.

    `options` are the model's own: temperature, longest answer, a base URL.
    """

    protocol: Protocol
    setup: Setup
    model: str
    folds: tuple[int, ...]
    seed: int = 0
    limit: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise BadInput(f"a limit of {self.limit} tasks: give 1 or more")
        unknown = [fold for fold in self.folds if fold not in self.protocol.folds]
        if unknown or not self.folds:
            raise BadInput(f"folds {self.folds}: `{self.protocol.name}` has {self.protocol.folds}")

    def tasks(self, fold: int) -> tuple[str, ...]:
        """Give the ids of the tasks to be played."""
        names = self.protocol.split(fold).test
        return names if self.limit is None else stratified(names, self.limit)

    def items(self) -> list[tuple[int, str]]:
        """Give fold and task of all that is to be played."""
        return [(fold, name) for fold in self.folds for name in self.tasks(fold)]

    def settings(self) -> dict[str, Any]:
        """Write the plan down, as runs of agents are."""
        rules = self.protocol
        world = find_world(rules.world)
        return {
            "format": FORMAT,
            "topple": topple_version(),
            "world": {"name": world.name, "version": world.version},
            "protocol": {
                "name": rules.name,
                "version": rules.version,
                "attempts": rules.attempts,
                "most_tries": rules.most_tries,
                "uncounted": sorted(rules.uncounted),
                "variant": self.setup.variant,
            },
            "part": "test",
            "folds": list(self.folds),
            "limit": self.limit,
            "agent": {
                "name": self.model,
                "version": 1,
                "settings": {"prompt": self.setup.wording.version, **self.options},
                "online": False,
                "simulates": self.model in SIMULATING,
            },
            "asking": self.setup.data(),
            "seed": self.seed,
            "tasks": {str(fold): len(self.tasks(fold)) for fold in self.folds},
        }

    def folder_name(self) -> str:
        """Name a folder that the same plan, and no other, will find again."""
        content = json.dumps(self.settings(), sort_keys=True)
        mark = hashlib.sha256(content.encode()).hexdigest()[:6]
        model = "".join(c if c.isalnum() or c in "-._" else "-" for c in self.model)
        return f"{self.protocol.name}-{model}-{mark}"


def stratified(names: Sequence[str], limit: int) -> tuple[str, ...]:
    """Take tasks evenly from all templates: their shares differ by one at most."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(TaskId.parse(name).template, []).append(name)
    shares = dict.fromkeys(groups, 0)
    left = min(limit, len(names))
    while left:
        room = [name for name, group in groups.items() if shares[name] < len(group)]
        # Where not all templates get one more, they are taken evenly from the list of templates.
        for name in room if left >= len(room) else _evenly(room, left):
            shares[name] += 1
            left -= 1
    chosen = {each for name, group in groups.items() for each in _evenly(group, shares[name])}
    return tuple(name for name in names if name in chosen)


def _evenly(names: Sequence[str], count: int) -> list[str]:
    return [names[i * len(names) // count] for i in range(count)]
