"""Check which attempts a submitted run holds: none missing, doubled, invented or beyond a limit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from topple.errors import BadInput
from topple.runs.settings import Finished, RunSettings
from topple.submissions.faults import Fault, Kind, Report
from topple.tasks.attempt import Attempt
from topple.tasks.protocol import Protocol, Standing

_LONGEST_LINE = 1 << 22
Key = tuple[int, str]


def read(path: Path, report: Report) -> Iterator[Attempt]:
    """Read the attempts of a file; report a line that is none, and stop there."""
    with path.open("rb") as lines:
        for number, line in enumerate(iter(lambda: lines.readline(_LONGEST_LINE), b""), 1):
            try:
                if not line.endswith(b"\n"):
                    raise BadInput("the line does not end")
                yield Attempt.from_line(line)
            except BadInput as error:
                report(Fault(Kind.SETTINGS, f"{path.name}, line {number}", str(error)))
                return


def check_attempts(
    attempts: Iterator[Attempt],
    settings: RunSettings,
    protocol: Protocol,
    told: Mapping[str, Mapping[str, list[Any]]],
    report: Report,
) -> None:
    """Check the attempts of each task: their numbers, their limits, and when it was over.

    `told` are the tasks that the submission lists, with their numbers of attempts.
    """
    wanted = {
        (fold, task)
        for fold in settings.folds
        for task in protocol.tasks(fold, settings.part, settings.limit)
    }
    made: dict[Key, _Task] = {}
    for attempt in attempts:
        key = attempt.fold, attempt.task
        if key not in wanted:
            report(Fault(Kind.TASK, _where(key), f"attempt {attempt.number}"))
            continue
        made.setdefault(key, _Task(key, protocol, settings)).add(attempt, report)
    listed = {(int(fold), task): row[1] for fold, own in told.items() for task, row in own.items()}
    for key in sorted(wanted | set(listed)):
        have = made[key].state.tries if key in made else 0
        _check_count(key, have, listed.get(key), key in wanted, report)
    for each in made.values():
        each.end(report)
    if settings.asked:
        for key in sorted(wanted - set(made)):
            report(Fault(Kind.MISSING, _where(key), "a model gives no task up, and has no attempt"))


def _check_count(key: Key, have: int, told: int | None, wanted: bool, report: Report) -> None:
    if not wanted:
        report(Fault(Kind.TASK, _where(key), "listed, but not one of the run's tasks"))
    elif told is None:
        report(Fault(Kind.TASK, _where(key), "not listed in tasks.json"))
    elif have != told:
        kind = Kind.MISSING if have < told else Kind.BEYOND
        report(Fault(kind, _where(key), f"{have} attempts; tasks.json lists {told}"))


class Simulated:
    """Adds up what the attempts of a run say that the agent simulated."""

    def __init__(self) -> None:
        self.count = 0

    def of(self, attempts: Iterator[Attempt]) -> Iterator[Attempt]:
        """Pass attempts on."""
        for attempt in attempts:
            self.count += attempt.simulations or 0
            yield attempt

    def check(self, finished: Finished | None, where: str, report: Report) -> None:
        """Compare the sum with the total of the run, which decides the track."""
        told = (finished.test_simulations if finished else 0) or 0
        if told < self.count:
            what = f"{told:,} simulations while it was tested; its attempts have {self.count:,}"
            report(Fault(Kind.TRACK, where, what))


class _Task:
    """One task while its attempts are read."""

    def __init__(self, key: Key, protocol: Protocol, settings: RunSettings) -> None:
        self._key, self._settings = key, settings
        self._rules = replace(
            protocol,
            attempts=settings.attempts,
            most_tries=settings.most_tries,
            plays_on=settings.plays_on,
        )
        self.state = Standing()

    def add(self, attempt: Attempt, report: Report) -> None:
        state, where = self.state, f"{_where(self._key)}, attempt {attempt.number}"
        if attempt.number <= state.tries:
            report(Fault(Kind.DOUBLED, where, f"after attempt {state.tries}"))
            return
        if attempt.number > state.tries + 1:
            report(Fault(Kind.MISSING, where, f"follows attempt {state.tries}"))
        if self._over():
            report(Fault(Kind.BEYOND, where, "the task was over"))
        state.add(attempt, self._rules.uncounted)
        state.past.clear()

    def end(self, report: Report) -> None:
        """Report a task of a model that ended before its time without a failure."""
        if self._settings.asked and not self._over() and not self.state.faults:
            what = f"{self.state.counted} of {self._settings.attempts} attempts"
            report(Fault(Kind.MISSING, _where(self._key), what))

    def _over(self) -> bool:
        # An agent may go on after a solution, to learn.
        plays_on = bool(self._settings.agent_settings.get("plays_on", False))
        asked = self._settings.asked
        return self._rules.is_over(self.state, plays_on=plays_on, asks_again=asked)


def _where(key: Key) -> str:
    return f"fold {key[0]}, {key[1][:100]}"
