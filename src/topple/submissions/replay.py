"""Play every attempt of a submitted run again, and compare what comes of it bit for bit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from topple.errors import BadAction, ToppleError, UnknownName
from topple.submissions import strict
from topple.submissions.faults import Fault, Kind, Report
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import World

Play = Callable[[Sequence[Task], Sequence[Action]], list[Played]]
_HASH = re.compile(r"[0-9a-f]{16}")
CHUNK = 5000  # attempts between two reports of progress
# Outcomes of attempts without an action: there is nothing to play.
_UNPLAYED = (Outcome.FAILED, Outcome.UNREADABLE, Outcome.TRUNCATED, Outcome.REFUSED)


def read_tasks(path: Path, name: str, report: Report) -> dict[str, dict[str, list[Any]]] | None:
    """Return the tasks that a run lists, by fold and id, with hash and number of attempts."""
    try:
        told = strict.read(path)
        for fold, own in told.items():
            for row in own.values():
                content, count = row
                if fold != str(int(fold)) or type(count) is not int or count < 0:
                    raise ValueError(f"fold {fold[:20]!r}, {str(row)[:40]}")
                if not _HASH.fullmatch(content):
                    raise ValueError("a task without the hash of its content")
        return dict(told)
    except (ToppleError, OSError, ValueError, TypeError, AttributeError) as error:
        report(Fault(Kind.SETTINGS, f"{name}/{path.name}", str(error)[:200]))
        return None


class Tasks:
    """The tasks of a run by id, each built once and compared with its hash in the submission."""

    def __init__(
        self, world: World, told: Mapping[str, Mapping[str, list[Any]]], report: Report
    ) -> None:
        self._world, self._report = world, report
        self._hashes = {task: row[0] for own in told.values() for task, row in own.items()}
        self._built: dict[str, Task | None] = {}

    def __getitem__(self, name: str) -> Task | None:
        """Return a task; None if there is none of this name and version."""
        if name not in self._built:
            self._built[name] = self._build(name)
        return self._built[name]

    def check_all(self) -> None:
        """Build every task of the submission."""
        for name in self._hashes:
            self[name]

    def _build(self, name: str) -> Task | None:
        try:
            task = self._world.task(name)
        except ToppleError as error:
            kind = Kind.VERSION if isinstance(error, UnknownName) else Kind.TASK
            self._report(Fault(kind, name[:100], str(error)))
            return None
        if str(task) != name:
            self._report(Fault(Kind.TASK, name[:100], f"is written `{task}`"))
            return None
        told = self._hashes.get(name)
        if told is not None and told != task.content_hash():
            what = f"content {str(told)[:20]}, not {task.content_hash()}"
            self._report(Fault(Kind.SCENE, name, what))
        return task


def replay(
    attempts: Iterable[Attempt],
    tasks: Tasks,
    play: Play,
    report: Report,
    done: Callable[[int], None],
) -> None:
    """Play attempts again, some thousands at a time; report every difference."""
    left = iter(attempts)
    while some := list(islice(left, CHUNK)):
        for batch in _batches(some, tasks, report):
            _replay(batch, play, report)
        done(len(some))


Playable = list[tuple[Attempt, Task, Action]]


def _batches(attempts: Sequence[Attempt], tasks: Tasks, report: Report) -> Iterator[Playable]:
    """Yield the attempts that can be played, those of one action space together."""
    found: dict[str, Playable] = {}
    for attempt in attempts:
        task = tasks[attempt.task]
        if task is None:
            continue
        if (action := _action(attempt, task, report)) is not None:
            found.setdefault(task.actions.name, []).append((attempt, task, action))
    yield from found.values()


def _action(attempt: Attempt, task: Task, report: Report) -> Action | None:
    """Return the action to play; None if there is none, or it is no action of the task."""
    if attempt.outcome in _UNPLAYED:
        if attempt.digest or attempt.steps or attempt.points:
            what = f"{attempt.outcome}, yet it has steps, a digest or points"
            report(Fault(Kind.OUTCOME, where(attempt), what))
        return None
    if attempt.action is None:
        report(Fault(Kind.ACTION, where(attempt), f"{attempt.outcome} without an action"))
        return None
    # A number that was not finite is None in the record.
    numbers = tuple(math.nan if number is None else number for number in attempt.action)
    if not numbers and task.actions.policies:
        return ()  # a policy that made no move
    try:
        return task.actions.one(numbers)
    except (BadAction, TypeError, ValueError, OverflowError) as error:
        report(Fault(Kind.ACTION, where(attempt), str(error)))
        return None


def _replay(batch: Playable, play: Play, report: Report) -> None:
    tasks, actions = [task for _, task, _ in batch], [action for _, _, action in batch]
    for (attempt, _, _), played in zip(batch, play(tasks, actions), strict=True):
        if what := difference(attempt, played):
            report(Fault(Kind.OUTCOME, where(attempt), what))


def difference(attempt: Attempt, played: Played) -> str:
    """Return what differs between a record and its replay; empty if nothing does."""
    for name in ("outcome", "steps", "digest", "points"):
        told, found = getattr(attempt, name), getattr(played, name)
        if told != found:
            return f"{name} {str(told)[:40]}; replayed: {found}"
    return ""


def where(attempt: Attempt) -> str:
    """Name an attempt."""
    return f"fold {attempt.fold}, {attempt.task[:100]}, attempt {attempt.number}"
