"""Protocols: which tasks, which split, how many attempts, which metric."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from topple.tasks.attempt import Attempt
from topple.tasks.choices import Choices
from topple.tasks.outcome import Outcome
from topple.tasks.splits import Stratum, spread
from topple.tasks.standing import Standing
from topple.tasks.task import TaskId


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


def by_template(name: str) -> Stratum:
    """Return the stratum of a task whose template is all that matters."""
    return Stratum(TaskId.parse(name).template)


@dataclass(frozen=True, slots=True)
class Protocol:
    """A published way to measure an agent.

    A task is over when it is solved, after `attempts` attempts that count, or after `most_tries`
    of any kind. Outcomes in `uncounted` do not count as attempts. With `plays_on` a solved task
    goes on, and the score is its pass rate, the share of attempts that solve it. `metric` names the
    metric. `caption` describes the protocol in a sentence, `about` in a few.

    A limit takes tasks evenly from all strata, and those of a smaller limit are among those of a
    larger one. `stratum` maps the id of a task to its stratum.

    A protocol that is `for_models` asks questions that agents cannot answer. `classic_of` names the
    protocol whose tasks and questions this one keeps as they were published.

    `drawn` splits the tasks as their generator draws them, certified or not. A protocol `of_files`
    has no tasks until a run names level files. `choices` are those of a run.

    `asks` says what the tasks of a protocol are if they cannot be exchanged for others, such as
    questions. `order` is the version of the order in which a limit takes tasks.

    `twins` returns the twins that are played besides some tasks.

    `floor` and `ceiling` name two agents with their settings, such as `random listed=true`. Reports
    show their scores as the lowest and the highest that can be expected.
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
    stratum: Callable[[str], Stratum] = by_template
    drawn: Callable[[int], Split] | None = None
    of_files: bool = False
    choices: Choices = field(default_factory=Choices)
    twins: Callable[[Sequence[str]], Sequence[str]] | None = None
    floor: str = "random"
    ceiling: str = "solution"
    asks: str = ""
    order: int = 1

    def is_over(
        self, standing: Standing, *, plays_on: bool = False, asks_again: bool = False
    ) -> bool:
        """Return whether a task needs no more attempts.

        With `plays_on`, an agent goes on after solving it. A fault of an agent ends a task, as it
        would happen again; after one of a provider, a run `asks_again`.
        """
        return (
            (standing.solved_at > 0 and not plays_on and not self.plays_on)
            or (standing.faults > 0 and not asks_again)
            or standing.counted >= self.attempts
            or standing.tries - standing.faults >= self.most_tries
        )

    def standing(self, attempts: Iterable[Attempt]) -> Standing:
        """Count the attempts at one task."""
        found = Standing()
        for attempt in attempts:
            found.add(attempt, self.uncounted)
        return found

    def tasks(self, fold: int, part: str = "test", limit: int | None = None) -> tuple[str, ...]:
        """Return the ids of the tasks of a part, or `limit` of them, in the order of the split.

        Twins come last, and do not count.
        """
        names = self.split(fold).tested(part)
        names = names if limit is None else self.some(names, limit)
        return (*names, *self.twins(names)) if self.twins else names

    def limit_of(self, folds: Iterable[int], part: str, limit: int | None) -> int | None:
        """Return a limit, or None if it leaves no task out: such a run is not partial."""
        if limit is None or all(limit >= len(self.split(fold).tested(part)) for fold in folds):
            return None
        return limit

    def some(self, names: Sequence[str], limit: int) -> tuple[str, ...]:
        """Return `limit` of the tasks, evenly from all strata, in the order given."""
        chosen = set(spread(names, self.stratum)[:limit])
        return tuple(name for name in names if name in chosen)
