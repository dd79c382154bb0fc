"""What a run may choose about the tasks of its protocol, recorded with the run."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Choices:
    """Which tasks are played, and by which rules.

    `levels` maps level files to the ids of their tasks. `rules` are rules of the world that differ
    from the usual ones. `unfiltered` tasks are all that the generator draws, certified or not.
    `tasks` are test tasks that replace those of the protocol, of a season for instance. `twins` are
    names of twins that are played besides every test task.
    """

    levels: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, float] = field(default_factory=dict)
    unfiltered: bool = False
    tasks: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Choices:
        """Read what `data` wrote; other keys are left out."""
        levels, rules = dict(data.get("levels", {})), dict(data.get("rules", {}))
        tasks, twins = tuple(data.get("tasks", ())), tuple(data.get("twins", ()))
        return cls(levels, rules, bool(data.get("unfiltered", False)), tasks, twins)

    def data(self) -> dict[str, Any]:
        """Return the choices that are made as plain data."""
        found = {"levels": dict(self.levels), "rules": dict(self.rules)}
        listed = {"tasks": list(self.tasks), "twins": list(self.twins)}
        made = {name: value for name, value in (found | listed).items() if value}
        return {**made, "unfiltered": True} if self.unfiltered else made

    @property
    def words(self) -> str:
        """The choices in a few words; runs with other words are not compared."""
        parts = [f"{name}={value:g}" for name, value in sorted(self.rules.items())]
        if self.unfiltered:
            parts.insert(0, "unfiltered")
        if self.twins:
            parts.insert(0, f"twins {' '.join(self.twins)}")
        for ids, what in ((self.tasks, "tasks"), (self.levels.values(), "level files")):
            if ids:
                mark = hashlib.sha256(" ".join(sorted(ids)).encode()).hexdigest()[:6]
                parts.insert(0, f"{len(ids)} {what} {mark}")
        return ", ".join(parts)
