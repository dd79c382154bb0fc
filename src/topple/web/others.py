"""How others play a task: the runs that a person may watch beside their own attempt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from topple.draw.player.pack import pack
from topple.errors import BadInput, UnknownName
from topple.runs.find import attempts_at, find_attempt
from topple.runs.folder import ATTEMPTS, read_settings
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import film


@dataclass(frozen=True, slots=True)
class Other:
    """A run at a task: who played, how many played it, and how many of them solved it."""

    number: int
    agent: str
    players: int
    solved: int
    attempts: int


@dataclass(frozen=True, slots=True)
class Others:
    """Run folders, numbered in the order given."""

    folders: Sequence[Path] = ()

    def at(self, task: Task) -> list[Other]:
        """Return the runs that have played a task."""
        found = []
        for number, folder in enumerate(self.folders):
            made = _attempts(folder, str(task), (folder / ATTEMPTS).stat().st_mtime_ns)
            if made:
                solved = {each.fold for each in made if each.outcome is Outcome.SOLVED}
                agent = str(read_settings(folder)["agent"]["name"])
                folds = {each.fold for each in made}
                found.append(Other(number, agent, len(folds), len(solved), len(made)))
        return found

    def film(self, number: int, task: Task) -> dict[str, Any]:
        """Return the film of the attempt that solved a task, or of the last one."""
        if not 0 <= number < len(self.folders):
            raise UnknownName("run", str(number), ())
        attempt = find_attempt(self.folders[number], str(task))
        if attempt.action is None or None in attempt.action:
            raise BadInput(f"the attempt has no action: {attempt.note}")
        return pack(film(task, tuple(float(number or 0.0) for number in attempt.action)).recording)


@lru_cache(maxsize=256)
def _attempts(folder: Path, task: str, changed: int) -> tuple[Attempt, ...]:
    """Return the attempts at a task, read again when the file has changed."""
    return tuple(attempts_at(folder, task))
