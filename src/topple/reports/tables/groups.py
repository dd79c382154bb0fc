"""Runs grouped by what may be compared, scored and ranked, with floor and ceiling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from topple.metrics.metric import Metric, Summary
from topple.metrics.tally import OUTCOMES
from topple.protocols import find_protocol
from topple.protocols.references import Reference, References, references, stored_name
from topple.reports.tables.comparable import comparable, labels
from topple.runs.load import Results, Run
from topple.runs.score import first_cause, score
from topple.runs.seen import read_seen
from topple.runs.turns import Asked, count_asked


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """A run, its score, and its name in tables."""

    label: str
    run: Run
    score: Summary
    asked: Asked

    @property
    def outcomes(self) -> dict[str, int]:
        """All six counts."""
        sums = self.run.results.outcomes.sum(axis=0).tolist()
        return {str(outcome): count for outcome, count in zip(OUTCOMES, sums, strict=True)}

    @property
    def attempts(self) -> int:
        return int(self.run.results.outcomes.sum())

    @property
    def wall_s(self) -> float:
        """Seconds spent on attempts and, if the run is finished, on practice."""
        practice = self.run.finished.practice_wall_s if self.run.finished else 0.0
        return float(self.run.results.wall_ms.sum()) / 1000 + practice

    @property
    def tokens(self) -> int:
        """Tokens that a model read and wrote; 0 for agents."""
        return max(self.asked.tokens, int(self.run.results.tokens.sum()))

    @property
    def cost_usd(self) -> float:
        """What all turns have cost, also those of games that are not over."""
        return max(self.asked.cost_usd, float(self.run.results.cost_usd.sum()))

    @property
    def practice(self) -> int | None:
        """Simulations used for learning; None until the run is finished."""
        return self.run.finished.practice_simulations if self.run.finished else None

    @property
    def planning(self) -> int | None:
        """What was simulated while the agent was tested; None where that is not known.

        A model simulates by the calls that were recorded, and in no other way.
        """
        if self.run.settings.asked:
            return self.asked.calls
        return self.run.finished.test_simulations if self.run.finished else None

    @property
    def simulates(self) -> bool:
        """Whether the agent says that it simulates the tasks it is tested on, or did."""
        return self.run.settings.simulates or bool(self.planning)

    @property
    def warnings(self) -> list[str]:
        """Sentences that a reader must know before trusting the numbers."""
        run, found = self.run, []
        if not run.finished:
            played = len(run.results)
            words = f"unfinished: {played:,} of {run.planned:,} tasks played"
            if run.open:
                counts = "for the attempts they had" if run.settings.asked else "as not solved"
                words += f", {run.open:,} of them still open and counted {counts}"
            found.append(words)
        if run.failed:
            found.append(
                f"{run.failed:,} tasks failed by a provider's fault and count for the attempts "
                f"they had, neither solved nor missed ({first_cause(run.folder)})"
            )
        if unknown := int(((run.results.tokens == 0) & (run.results.cost_usd > 0)).sum()):
            found.append(
                f"the provider counted no tokens of {unknown:,} tasks: their cost is an upper "
                "estimate"
            )
        if not run.settings.asked and (failed := self.outcomes["failed"]):
            found.append(f"{failed:,} tasks failed by the agent's fault and count as not solved")
        if shown := len(read_seen(run.folder)):
            found.append(
                "tasks of which the person saw a hint, a solution or an attempt of another: "
                f"{shown:,}"
            )
        if self.asked.warning:
            found.append(self.asked.warning)
        if run.settings.limit is not None:
            every = "; the reference scores cover all tasks" if run.metric.by_folds else ""
            found.append(f"at most {run.settings.limit:,} tasks per fold were played{every}")
        return found + self.score.warnings


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Runs of one protocol and part: the best first, those that simulate the tasks last."""

    protocol: str
    version: int
    variant: str
    part: str
    metric: Metric
    entries: tuple[Entry, ...]
    references: References | None

    @property
    def attempts(self) -> tuple[int, int]:
        """The fewest and the most attempts per task that count; some metrics want them equal."""
        found = [entry.run.settings.attempts for entry in self.entries]
        return min(found), max(found)

    def floor(self, entry: Entry) -> float | None:
        """Return the stored score of random play on the folds of an entry, if all are known."""
        return _mean(self.references.floor, entry) if self.references else None

    def ceiling(self, entry: Entry) -> float | None:
        """Return the stored score at the top of the scale on the folds of an entry."""
        return _mean(self.references.ceiling, entry) if self.references else None

    @property
    def top(self) -> str:
        """What stands at the top of the scale, such as stored solutions; it may be passed."""
        return self.references.ceiling.words if self.references else "ceiling"

    def blind(self, entry: Entry) -> dict[str, float]:
        """Return the stored scores of other baselines that look at nothing, by name."""
        known = self.references.blind if self.references else ()
        found = {each.agent: _mean(each, entry) for each in known}
        return {name: value for name, value in found.items() if value is not None}

    @property
    def world(self) -> str:
        """The world that was played, with its version."""
        settings = self.entries[0].run.settings
        return f"{settings.world} version {settings.world_version}"

    @property
    def same_tasks(self) -> bool:
        """Whether all runs played the same tasks."""
        runs = [entry.run for entry in self.entries]
        people = any(run.settings.of_people for run in runs)
        first, *others = [_find_played(run.results, by_fold=not people) for run in runs]
        return all(other == first for other in others)


def _find_played(found: Results, *, by_fold: bool) -> set[tuple[int, str]]:
    """Return what was played; folds of people do not say which tasks they are."""
    folds = found.fold.tolist() if by_fold else [0] * len(found)
    return set(zip(folds, found.task.tolist(), strict=True))


def group_runs(runs: Sequence[Run]) -> list[Group]:
    """Score runs and group those that may be compared."""
    return [
        _group(
            [
                Entry(name, run, score(run), count_asked(run.folder))
                for name, run in zip(labels(own), own, strict=True)
            ]
        )
        for own in comparable(runs, _key)
    ]


def _key(run: Run) -> tuple[Any, ...]:
    s = run.settings
    attempts = s.attempts if run.metric.same_attempts else 0
    return s.protocol, s.protocol_version, s.variant, s.part, attempts, s.world_version


def _group(entries: list[Entry]) -> Group:
    ranked = sorted(entries, key=lambda e: (e.simulates, -rank(e), e.label))
    first = entries[0].run
    s = first.settings
    # The reachable score depends on how actions are written; variants of tasks name it first.
    form = str(s.asking.get("form", "")) or s.variant.partition(",")[0]
    known = references(stored_name(s.protocol, form), s.protocol_version, s.part)
    own = find_protocol(s.protocol)
    if own and s.attempts != own.attempts and first.metric.same_attempts:
        known = None
    return Group(
        s.protocol, s.protocol_version, s.variant, s.part, first.metric, tuple(ranked), known
    )


def _mean(known: Reference, entry: Entry) -> float | None:
    # All people play the tasks of the first fold.
    people = entry.run.settings.of_people
    folds = [0] if people else sorted(set(entry.run.results.fold.tolist()))
    return known.mean(folds) if known.covers(folds) else None


def rank(entry: Entry) -> float:
    """Return the value that ranks a run; one without a score comes last."""
    value = entry.score.headline.value * (-1 if entry.run.metric.lower else 1)
    return -math.inf if math.isnan(value) else value
