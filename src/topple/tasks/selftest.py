"""The result of a self-test: whether this build gives the same bits as every other."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The digest of some attempts, and the expected digest.

    `by_library`: the C library's 64-bit functions decide last bits, so that a build with another
    library may have another digest.
    """

    attempts: int
    templates: int
    digest: str
    golden: str
    by_library: bool = False

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
