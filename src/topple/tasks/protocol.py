"""Protocols: which tasks, which split, how many attempts, which metric."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from topple.tasks.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Split:
    """Task ids of one fold; no id is in two parts."""

    train: tuple[str, ...]
    dev: tuple[str, ...]
    test: tuple[str, ...]

    def learnt_from(self, part: str) -> tuple[str, ...]:
        """Return the tasks that an agent tested on a part may learn from."""
        return self.train if part == "dev" else (*self.train, *self.dev)

    def tested(self, part: str) -> tuple[str, ...]:
        """Return the tasks of a part, `dev` or `test`."""
        return self.dev if part == "dev" else self.test


@dataclass(frozen=True, slots=True)
class Protocol:
    """A published way to measure an agent.

    A task is over when it is solved, after `attempts` attempts that count, or after `most_tries`
    of any kind. Outcomes in `uncounted` do not count as attempts. With `plays_on` a solved task
    goes on, and the score is its pass rate, the share of attempts that solve it. `metric` names the
    metric. `caption` describes the protocol in a sentence, `about` in a few.

    A protocol that is `for_models` asks questions that agents cannot answer. `classic_of` names the
    protocol whose tasks and questions this one keeps as they were published.
    """

    name: str
    caption: str
    world: str
    folds: tuple[int, ...]
    split: Callable[[int], Split]
    version: int = 1
    attempts: int = 100
    most_tries: int = 2000
    uncounted: frozenset[Outcome] = frozenset({Outcome.INVALID, Outcome.FAILED})
    plays_on: bool = False
    metric: str = "auccess"
    about: str = ""
    for_models: bool = False
    classic_of: str = ""

    def tasks(self, fold: int, part: str = "test", limit: int | None = None) -> tuple[str, ...]:
        """Return the ids of the tasks of a part; a limit takes them evenly from the list."""
        names = self.split(fold).tested(part)
        if limit is None or limit >= len(names):
            return names
        return tuple(names[i * len(names) // limit] for i in range(limit))
