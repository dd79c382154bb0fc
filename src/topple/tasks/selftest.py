"""The result of a self-test: whether this build gives the same bits as every other."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The digest of some attempts, and the expected digest."""

    attempts: int
    templates: int
    digest: str
    golden: str

    @property
    def ok(self) -> bool:
        return self.digest == self.golden


@dataclass(frozen=True, slots=True)
class Request:
    """Attempts on one task as a build without Python takes them, and what it must answer."""

    world: str
    task: Mapping[str, object]  # the engine's object
    actions: Sequence[object]
    expected: Sequence[tuple[int, str]]  # steps and digest of each attempt
    options: Mapping[str, object] = field(default_factory=dict)

    def json(self) -> str:
        """Return the request in one line."""
        return json.dumps(
            {"world": self.world, "actions": self.actions, **self.options, "task": self.task}
        )
