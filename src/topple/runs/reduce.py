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
from topple.tasks.outcome import Outcome
from topple.worlds import read_id

Tallies = dict[tuple[int, str], Tally]


def read_attempts(path: Path) -> Iterator[Attempt]:
    """Read the attempts of a file; a last line without a line feed is left out."""
    return (Attempt.from_line(line) for _, line in _lines(path))


def reduce_attempts(path: Path, folds: Collection[int], most_tries: int) -> Tallies:
    """Read the attempts of a file, in any order, into one tally per fold and task."""
    tallies: Tallies = {}
    for count, (place, line) in enumerate(_lines(path), 1):
        try:
            _add(tallies, Attempt.from_line(line), place, folds, most_tries)
        except ToppleError as error:
            raise BadInput(
                f"{path}, line {count}: {error}", "the file was changed by another program"
            ) from error
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


def cut_attempts(path: Path, whole: Tallies, most: int, uncounted: Collection[Outcome]) -> Tallies:
    """Read the attempts of a file again, but only the first `most` that count at each task."""
    last = {key: tally.last_number(most, uncounted) for key, tally in whole.items()}
    found: Tallies = {key: Tally() for key in whole}
    for place, line in _lines(path):
        attempt = Attempt.from_line(line)
        key = attempt.fold, attempt.task
        if attempt.number <= last.get(key, 0):
            found[key].add(attempt, place)
    return found


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Read the lines of a file with their positions.

    A last line without a line feed is still being written, and is left out.
    """
    if not path.exists():
        return
    place = 0
    with path.open("rb") as lines:
        for line in lines:
            if line.endswith(b"\n"):
                yield place, line
            place += len(line)
