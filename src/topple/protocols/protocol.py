"""Protocols: which tasks, split, attempts and metric; found one file each in this folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeGuard

from topple.errors import UnknownName
from topple.tasks.discover import named
from topple.tasks.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Split:
    """Task ids of one fold; no id is in two parts."""

    train: tuple[str, ...]
    dev: tuple[str, ...]
    test: tuple[str, ...]

    def learnt_from(self, part: str) -> tuple[str, ...]:
        """Give the tasks an agent tested on a part may learn from."""
        return self.train if part == "dev" else (*self.train, *self.dev)

    def tested(self, part: str) -> tuple[str, ...]:
        """Give the tasks of a part, `dev` or `test`."""
        return self.dev if part == "dev" else self.test


@dataclass(frozen=True, slots=True)
class Protocol:
    """A published way to measure an agent.

    A task is over when it is solved, after `attempts` attempts that count, or after `most_tries`
    of any kind. Outcomes in `uncounted` do not count as attempts. With `plays_on` a solved task
    goes on, and what counts is the share of attempts that solve it: a pass rate. `metric` names
    what is made of it all. `caption` says in a sentence what it is, `about` in some more.
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


def all_protocols() -> dict[str, Protocol]:
    """Give every protocol by name."""
    return named("protocol", _is_protocol)


def protocol(name: str) -> Protocol:
    """Find a protocol by name."""
    known = all_protocols()
    if name not in known:
        raise UnknownName("protocol", name, known=known, see="topple list protocols")
    return known[name]


def _is_protocol(value: object) -> TypeGuard[Protocol]:
    return isinstance(value, Protocol)
