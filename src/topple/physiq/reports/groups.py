"""Runs of questions grouped by what may be compared, scored and ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from topple.metrics.bootstrap import caution
from topple.metrics.insertions import Inserted
from topple.physiq.items import Kind
from topple.physiq.reports.blind import blind
from topple.physiq.reports.figures import Figure, figures, with_blind
from topple.physiq.reports.load import Answers
from topple.physiq.scoring import Score
from topple.reports.tables.comparable import comparable, labels
from topple.runs.faults import first_cause
from topple.runs.turns import Asked, asked_in


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """A run of questions, its score, and its name in tables."""

    label: str
    run: Answers
    score: Score | Inserted
    asked: Asked

    @property
    def figures(self) -> tuple[Figure, ...]:
        return with_blind(figures(self.score), blind(self.run.kind, self.run.asked))

    @property
    def outcomes(self) -> dict[str, int]:
        return self.run.outcomes

    @property
    def tokens(self) -> int:
        return max(self.asked.tokens, sum(attempt.tokens for attempt in self.run.attempts))

    @property
    def cost_usd(self) -> float:
        return max(self.asked.cost_usd, sum(attempt.cost_usd for attempt in self.run.attempts))

    @property
    def wall_s(self) -> float:
        return sum(attempt.wall_ms for attempt in self.run.attempts) / 1000

    @property
    def warnings(self) -> list[str]:
        """Sentences that a reader must know before trusting the numbers."""
        run, found = self.run, []
        if run.failed:
            counts = "for the attempts they had" if run.kind is Kind.INSERTION else "as nothing"
            found.append(
                f"{len(run.failed):,} items failed by a provider's fault and count {counts}; "
                f"run the same command again to ask them again ({first_cause(run.folder)})"
            )
        if unknown := sum(a.tokens == 0 and a.cost_usd > 0 for a in run.attempts):
            found.append(
                f"the provider counted no tokens of {unknown:,} answers: their cost is an upper "
                "estimate"
            )
        missing = run.planned - len(run.answered) - len(run.failed - set(run.answered))
        if missing:
            found.append(f"unfinished: {missing:,} of {run.planned:,} items were not asked yet")
        if self.asked.warning:
            found.append(self.asked.warning)
        if run.settings.limit is not None:
            found.append(f"only {run.settings.limit:,} items of the set")
        templates = len({item.template for item in run.asked})
        first = self.figures[0].estimate
        return found + (caution(first.interval, templates) if first else [])


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Runs of one question set asked in one way: the best first, oracles last."""

    entries: tuple[Entry, ...]

    @property
    def first(self) -> Answers:
        return self.entries[0].run

    @property
    def kind(self) -> Kind:
        return self.first.kind


def grouped(runs: Sequence[Answers]) -> list[Group]:
    """Score runs and group those that may be compared."""
    return [_group(own) for own in comparable(runs, _key)]


def _key(run: Answers) -> tuple[Any, ...]:
    s = run.settings
    # In the order of the benchmark, from seeing to acting.
    return list(Kind).index(run.kind), s.protocol_version, s.variant, s.world_version


def _group(runs: Sequence[Answers]) -> Group:
    named = zip(labels(runs), runs, strict=True)
    entries = [Entry(label, run, run.score(), asked_in(run.folder)) for label, run in named]
    return Group(tuple(sorted(entries, key=_rank)))


def _rank(entry: Entry) -> tuple[bool, float, str]:
    found = entry.figures[0].estimate
    value = found.value if found else 0.0
    # A lower Brier score is better.
    better = value if entry.run.kind is Kind.CONFIDENCE else -value
    return entry.run.settings.simulates, better, entry.label
