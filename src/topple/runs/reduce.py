"""Reduce the attempts of a run to one tally a task.

Attempts are reduced as they are read and never kept; what is needed of one later, a replay say, is
found again by its place in the file.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from topple.errors import BadInput, ToppleError
from topple.metrics.tally import CODES, Tally
from topple.tasks.attempt import LINE, Attempt
from topple.tasks.task import TaskId

Tallies = dict[tuple[int, str], Tally]

_USED = (1, 2, 3, 5, 6, 9)  # groups of a line: fold, task, attempt, outcome, steps, wall_ms


def reduced(path: Path, folds: Collection[int], most_tries: int) -> Tallies:
    """Reduce the attempts, in whatever order they stand; a last line without its end is none."""
    found: dict[tuple[bytes, bytes], Tally] = {}
    if not path.exists():
        return {}
    place = 0
    with path.open("rb") as lines:
        for count, line in enumerate(lines, 1):
            if line[-1] != 10:
                break
            try:
                match = LINE.fullmatch(line)
                fold, task, tried, outcome, steps, wall_ms, tokens, cost_usd = (
                    (*match.group(*_USED), b"0", b"0") if match else _row(line)
                )
                tally = found.get((fold, task))
                if tally is None:
                    tally = found[fold, task] = _new_tally(fold, task, folds)
                number = int(tried)
                if not 0 < number <= most_tries:
                    raise BadInput(f"attempt {number} is not one of {most_tries}")
                if outcome not in CODES:
                    raise BadInput(f"no outcome is named `{outcome.decode()[:40]}`")
                if not tally.add(number, CODES[outcome], place):
                    raise BadInput(f"attempt {number} of {task.decode()} is there twice")
                tally.steps += int(steps)
                tally.wall_ms += float(wall_ms)
                tally.tokens += int(tokens)
                tally.cost_usd += float(cost_usd)
            except ToppleError as error:
                raise BadInput(
                    f"{path}, line {count}: {error}", "the file was changed by something else"
                ) from error
            place += len(line)
    return {(int(fold), task.decode()): tally for (fold, task), tally in found.items()}


def _row(line: bytes) -> tuple[bytes, ...]:
    """Read a line with the full parser."""
    try:
        a = Attempt.from_line(line)
        row = (a.fold, a.task, a.number, a.outcome, a.steps, a.wall_ms, a.tokens, a.cost_usd)
        return tuple(str(value).encode() for value in row)
    except (OverflowError, RecursionError, UnicodeEncodeError) as error:
        raise BadInput(f"not an attempt: {type(error).__name__}") from error


def _new_tally(fold: bytes, task: bytes, folds: Collection[int]) -> Tally:
    if int(fold) not in folds:
        raise BadInput(f"fold {int(fold)} is none of the run's")
    TaskId.parse(task.decode())
    return Tally()
