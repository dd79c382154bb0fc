"""Reduce the attempts of a run to one tally per task.

Attempts are reduced as they are read and not kept, so memory does not grow with their number. One
that is needed later, say for a replay, is found again by its position in the file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from topple.errors import BadInput, ToppleError
from topple.metrics.tally import Tally
from topple.tasks.attempt import Attempt
from topple.worlds import read_id

Tallies = dict[tuple[int, str], Tally]


def read_attempts(path: Path) -> Iterator[Attempt]:
    """Read the attempts of a file; a last line without a line feed is left out."""
    with path.open("rb") as lines:
        yield from (Attempt.from_line(line) for line in lines if line.endswith(b"\n"))


def reduce_attempts(path: Path, folds: Collection[int], most_tries: int) -> Tallies:
    """Read the attempts of a file, in any order, into one tally per fold and task.

    A last line without a line feed is still being written, and is left out.
    """
    tallies: Tallies = {}
    if not path.exists():
        return tallies
    place = 0
    with path.open("rb") as lines:
        for count, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                break
            try:
                _add(tallies, Attempt.from_line(line), place, folds, most_tries)
            except ToppleError as error:
                raise BadInput(
                    f"{path}, line {count}: {error}", "the file was changed by another program"
                ) from error
            place += len(line)
    return tallies


def _add(
    tallies: Tallies, attempt: Attempt, place: int, folds: Collection[int], most_tries: int
) -> None:
    key = attempt.fold, attempt.task
    tally = tallies.get(key)
    if tally is None:
        if attempt.fold not in folds:
            raise BadInput(f"fold {attempt.fold} is not one of the run's folds")
        read_id(attempt.task)
        tally = tallies[key] = Tally()
    if not 0 < attempt.number <= most_tries:
        raise BadInput(f"attempt {attempt.number} is not one of {most_tries}")
    if not tally.add(attempt, place):
        raise BadInput(f"attempt {attempt.number} of {attempt.task} is there twice")
