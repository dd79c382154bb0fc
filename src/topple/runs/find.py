"""Find the tasks and attempts of a run."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from topple.errors import BadInput, RunError, ToppleError
from topple.runs.folder import ATTEMPTS, read_settings
from topple.runs.reduce import read_attempts
from topple.runs.settings import RunSettings
from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.task import Task
from topple.worlds import world


def find_attempt(
    folder: Path, task: str, number: int | None = None, fold: int | None = None
) -> Attempt:
    """Return one attempt at a task: by number, else the one that solved it, else the last.

    Where several folds hold the task, the first of them is used unless `fold` names another.
    """
    found = attempts_at(folder, task)
    if not found:
        raise RunError(f"{folder} has no attempt at `{task}`", f"it has played {_examples(folder)}")
    folds = sorted({attempt.fold for attempt in found})
    wanted = found[0].fold if fold is None else fold
    found = [attempt for attempt in found if attempt.fold == wanted]
    if not found:
        raise RunError(
            f"{folder} has no attempt at `{task}` in fold {wanted}",
            f"it has attempts in fold {', '.join(map(str, folds))}",
        )
    if number is None:
        solved = (attempt for attempt in found if attempt.outcome is Outcome.SOLVED)
        return next(solved, found[-1])
    for attempt in found:
        if attempt.number == number:
            return attempt
    last = max(attempt.number for attempt in found)
    raise RunError(f"{folder} has no attempt {number} at `{task}`", f"it has 1 to {last}")


def first_task(folder: Path) -> str:
    """Return the first solved task of a run; if none is solved, the first one."""
    read_settings(folder)
    first = ""
    for attempt in read_attempts(folder / ATTEMPTS):
        first = first or attempt.task
        if attempt.outcome is Outcome.SOLVED:
            return attempt.task
    if not first:
        raise RunError(f"{folder} holds no attempt yet", "`topple eval` plays the run")
    return first


def find_task(settings: RunSettings, name: str) -> Task | None:
    """Return a task of a run, or None if it or its world is not known here."""
    try:
        return world(settings.world, settings.choices.rules).task(name)
    except ToppleError:
        return None


def _examples(folder: Path) -> str:
    """Name a few tasks of a run."""
    names = list(dict.fromkeys(each.task for each in read_attempts(folder / ATTEMPTS)))
    more = f" and {len(names) - 3:,} more" if len(names) > 3 else ""
    return ", ".join(f"`{name}`" for name in names[:3]) + more


def attempts_at(folder: Path, task: str) -> list[Attempt]:
    """Return all attempts at a task by fold and number; an unfinished last line is left out."""
    read_settings(folder)
    path = folder / ATTEMPTS
    mark = f'"{task}"'.encode()
    found = []
    if path.exists():
        with path.open("rb") as lines:
            for count, line in enumerate(lines, 1):
                if mark in line and line.endswith(b"\n"):
                    found.append(_read(line, path, count))
    own = [attempt for attempt in found if attempt.task == task]
    return sorted(own, key=lambda attempt: (attempt.fold, attempt.number))


def reasons(folder: Path, outcome: Outcome) -> Counter[str]:
    """Count the notes of all attempts with an outcome."""
    attempts = read_attempts(folder / ATTEMPTS)
    return Counter(each.note for each in attempts if each.outcome is outcome)


def _read(line: bytes, path: Path, count: int) -> Attempt:
    try:
        return Attempt.from_line(line)
    except BadInput as error:
        hint = "the file was changed by another program"
        raise RunError(f"{path}, line {count}: {error}", hint) from error
