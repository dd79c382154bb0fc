"""Runs put together by what may be compared, scored and ranked, with floor and ceiling."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from topple.errors import BadInput
from topple.metrics.metric import Metric, Summary
from topple.metrics.tally import OUTCOMES
from topple.protocols.references import CEILING, FLOOR, References, references
from topple.runs.load import Run
from topple.runs.settings import RunSettings


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """A run, what it comes to, and what to call it."""

    label: str
    run: Run
    score: Summary

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
        """Seconds spent on attempts and, once the run has told, on practice."""
        practice = self.run.finished.practice_wall_s if self.run.finished else 0.0
        return float(self.run.results.wall_ms.sum()) / 1000 + practice

    @property
    def tokens(self) -> int:
        """What a model read and wrote; nothing for agents."""
        return int(self.run.results.tokens.sum())

    @property
    def cost_usd(self) -> float:
        return float(self.run.results.cost_usd.sum())

    @property
    def practice(self) -> int | None:
        """Simulations used for learning or planning; not known before the run is finished."""
        return self.run.finished.practice_simulations if self.run.finished else None

    @property
    def warnings(self) -> list[str]:
        """What a reader must know before trusting the numbers."""
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
                "they had, neither solved nor missed"
            )
        if run.settings.limit is not None:
            found.append(f"only {run.settings.limit} tasks a fold; other figures are of all")
        return found + self.score.warnings


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Runs of one protocol and part, best first, those that simulate behind the others."""

    protocol: str
    version: int
    variant: str
    part: str
    metric: Metric
    entries: tuple[Entry, ...]
    references: References | None

    @property
    def attempts(self) -> tuple[int, int]:
        """The fewest and the most attempts at a task that count; metrics may ask for the same."""
        found = [entry.run.settings.attempts for entry in self.entries]
        return min(found), max(found)

    def reference(self, agent: str, entry: Entry) -> float | None:
        """Give an agent's stored score on the folds of an entry, if all of them are known."""
        known = self.references.agents.get(agent) if self.references else None
        folds = sorted(set(entry.run.results.fold.tolist()))
        return known.mean(folds) if known and known.covers(folds) else None

    def floor(self, entry: Entry) -> float | None:
        return self.reference(FLOOR, entry)

    def ceiling(self, entry: Entry) -> float | None:
        return self.reference(CEILING, entry)

    @property
    def same_tasks(self) -> bool:
        """Say whether all runs played the same tasks."""
        first, *others = [
            set(zip(e.run.results.fold.tolist(), e.run.results.task.tolist(), strict=True))
            for e in self.entries
        ]
        return all(other == first for other in others)


def grouped(runs: Sequence[Run]) -> list[Group]:
    """Score runs and put together those that may be compared."""
    places = [run.folder.resolve() for run in runs]
    if len(set(places)) < len(places):
        raise BadInput("a run folder is named twice", "give each run once")
    found: dict[tuple[str, int, str, str, int, int], list[Entry]] = {}
    for run, label in zip(runs, labels(runs), strict=True):
        if not len(run.results):
            raise BadInput(f"{run.folder} holds no attempt yet", "come back when it does")
        if run.settings.asked and not run.results.counted.any():
            raise BadInput(
                f"every attempt of {run.folder} failed by a provider's fault",
                "the command of the run asks again",
            )
        s, metric = run.settings, run.metric
        attempts = s.attempts if metric.same_attempts else 0
        key = (s.protocol, s.protocol_version, s.variant, s.part, attempts, s.world_version)
        found.setdefault(key, []).append(Entry(label, run, metric.score(run.counts)))
    return [_group(entries) for _, entries in sorted(found.items())]


class Named(Protocol):
    """A run folder and what was asked for in it."""

    @property
    def folder(self) -> Path:
        """Where it is."""

    @property
    def settings(self) -> RunSettings:
        """What was asked for."""


def labels(runs: Sequence[Named]) -> list[str]:
    """Name runs by their agent, and by their folder too where that is not enough."""
    names = Counter(run.settings.agent for run in runs)
    folders = Counter(run.folder.resolve().name for run in runs)
    found = []
    for run in runs:
        name, place = run.settings.agent, run.folder.resolve()
        folder = place.name if folders[place.name] == 1 else str(run.folder)
        found.append(name if names[name] == 1 else f"{name} ({folder})")
    return found


def _group(entries: list[Entry]) -> Group:
    ranked = sorted(entries, key=lambda e: (e.run.settings.simulates, -rank(e), e.label))
    first = entries[0].run
    s = first.settings
    # What can be reached depends on how actions are written, which a variant names first.
    form = s.variant.partition(",")[0]
    known = references(f"{s.protocol}-{form}" if form else s.protocol, s.protocol_version, s.part)
    return Group(
        s.protocol, s.protocol_version, s.variant, s.part, first.metric, tuple(ranked), known
    )


def rank(entry: Entry) -> float:
    """Give what ranks a run; one without a score comes last."""
    value = entry.score.headline.value
    return -math.inf if math.isnan(value) else value
