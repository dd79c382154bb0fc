"""What solving actions are like: the stored solutions, and those of other entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from topple.runs.folder import ATTEMPTS
from topple.runs.load import Run
from topple.runs.reduce import read_attempts
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.worlds import world

NEAR = 1 / 256  # in every number of an action: what random play or a ranker hardly hits
ALIKE = 0.9  # the share of an entry's solving actions from which on another's are named

Solving = Mapping[tuple[int, str], Action]


def solving(run: Run) -> Solving:
    """Return the first solving action of every task that a run solved."""
    found: dict[tuple[int, str], tuple[int, Action]] = {}
    for number, key, action in _solving(run.folder):
        if key not in found or number < found[key][0]:
            found[key] = number, action
    return {key: action for key, (_, action) in found.items()}


def _solving(folder: Path) -> Iterator[tuple[int, tuple[int, str], Action]]:
    for each in read_attempts(folder / ATTEMPTS):
        if each.outcome is Outcome.SOLVED and each.action is not None:
            action = tuple(0.0 if number is None else number for number in each.action)
            yield each.number, (each.fold, each.task), action


def share_stored(run: Run, actions: Solving) -> float | None:
    """Return the share of solving actions that are close to the stored one in every number.

    None if no task was solved, or where models answer questions: a right answer is the stored one.
    """
    if not actions or run.metric.reads_attempts or run.settings.asked:
        return None
    own = world(run.settings.world, run.settings.choices.rules)
    near = 0
    for (_, name), action in actions.items():
        stored = own.certificate(own.task(name))
        near += stored is not None and is_near(action, stored.solution)
    return near / len(actions)


def is_near(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two actions differ by at most `NEAR` in every number."""
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(abs(a - b) <= NEAR for a, b in pairs)


def share_equal(actions: Solving, others: Solving) -> float:
    """Return the share of solving actions that are equal to the other's, bit for bit."""
    same = sum(others.get(key) == action for key, action in actions.items())
    return same / len(actions) if actions else 0.0
