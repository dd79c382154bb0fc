"""Protocols: which tasks, which split, how many attempts, which metric; what a run may choose."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from topple.tasks.attempt import Attempt
from topple.tasks.outcome import Outcome
from topple.tasks.splits import Stratum, spread
from topple.tasks.task import TaskId


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


@dataclass(slots=True)
class Standing:
    """The counts of the attempts at one task, and the attempts while they are needed."""

    tries: int = 0
    faults: int = 0  # faults of an agent or a provider
    counted: int = 0
    passed: int = 0
    solved_at: int = 0  # the counted attempt that solved it first
    over: bool = False
    past: list[Attempt] = field(default_factory=list)

    def add(self, attempt: Attempt, uncounted: Container[Outcome]) -> None:
        """Count an attempt; those with an outcome in `uncounted` are tries only."""
        self.tries += 1
        self.counted += attempt.outcome not in uncounted
        if attempt.outcome is Outcome.SOLVED:
            self.passed += 1
            self.solved_at = self.solved_at or self.counted
        elif attempt.outcome is Outcome.FAILED:
            self.faults += 1
        self.past.append(attempt)
