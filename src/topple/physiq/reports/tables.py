"""Runs of questions put together by what may be compared, as tables and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from topple.errors import BadInput
from topple.metrics.insertions import Inserted
from topple.physiq.items import Kind
from topple.physiq.reports.figures import Figure, against, figures
from topple.physiq.reports.load import Answers
from topple.physiq.reports.shares import Shares, by_attempt, by_grade, first_slots
from topple.physiq.scoring import Score
from topple.reports.tables.groups import labels
from topple.reports.tables.text import Table, duration


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """A run of questions, what it comes to, and what to call it."""

    label: str
    run: Answers
    score: Score | Inserted

    @property
    def figures(self) -> tuple[Figure, ...]:
        return figures(self.score)

    @property
    def tokens(self) -> int:
        return sum(attempt.tokens for attempt in self.run.attempts)

    @property
    def cost_usd(self) -> float:
        return sum(attempt.cost_usd for attempt in self.run.attempts)

    @property
    def wall_s(self) -> float:
        return sum(attempt.wall_ms for attempt in self.run.attempts) / 1000

    @property
    def unreadable(self) -> int:
        return self.run.outcomes["unreadable"]

    @property
    def warnings(self) -> list[str]:
        """What a reader must know before trusting the numbers."""
        run, found = self.run, []
        if run.failed:
            counts = "for the attempts they had" if run.kind is Kind.INSERTION else "as nothing"
            found.append(
                f"{len(run.failed):,} items failed by a provider's fault and count {counts}; "
                "the command of the run asks them again"
            )
        missing = len(run.items) - len(run.answered) - len(run.failed - set(run.answered))
        if missing:
            found.append(f"unfinished: {missing:,} of {len(run.items):,} items were not asked yet")
        if run.settings.limit is not None:
            found.append(f"only {run.settings.limit:,} items; other figures are of all")
        return found


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Runs of one question set asked in one way, best first, oracles behind the others."""

    entries: tuple[Entry, ...]

    @property
    def first(self) -> Answers:
        return self.entries[0].run

    @property
    def kind(self) -> Kind:
        return self.first.kind

    @property
    def title(self) -> str:
        s = self.first.settings
        return f"{s.protocol} version {s.protocol_version} ({s.variant})"


def grouped(runs: Sequence[Answers]) -> list[Group]:
    """Score runs and put together those that may be compared."""
    places = [run.folder.resolve() for run in runs]
    if len(set(places)) < len(places):
        raise BadInput("a run folder is named twice", "give each run once")
    found: dict[tuple[str, int, str, int], list[Answers]] = {}
    for run in runs:
        s = run.settings
        key = (s.protocol, s.protocol_version, s.variant, s.world_version)
        found.setdefault(key, []).append(run)
    return [_group(own) for _, own in sorted(found.items())]


def _group(runs: Sequence[Answers]) -> Group:
    named = zip(labels(runs), runs, strict=True)
    entries = [Entry(label, run, run.score()) for label, run in named]
    return Group(tuple(sorted(entries, key=_rank)))


def _rank(entry: Entry) -> tuple[bool, float, str]:
    found = entry.figures[0].estimate
    value = found.value if found else 0.0
    # Of a Brier score, less is better.
    better = value if entry.run.kind is Kind.CONFIDENCE else -value
    return entry.run.settings.simulates, better, entry.label


def headline(group: Group) -> Table:
    """Give the scores of a group for the terminal, floors in the last rows."""
    first, *others = (figure.title for figure in group.entries[0].figures)
    rows = []
    for entry in group.entries:
        own, *rest = entry.figures
        mark = (" *" if entry.warnings else "") + (
            " (knows the truth)" if entry.run.settings.simulates else ""
        )
        cells = (own.value, own.interval, *(figure.value for figure in rest))
        rows.append((entry.label + mark, *cells))
    return ("model", first, "95 % interval", *others), [*rows, *_floors(group)]


def _floors(group: Group) -> list[tuple[str, ...]]:
    """Give what players without eyes get, on the items of the first run."""
    found = group.entries[0].figures
    names = dict.fromkeys(name for figure in found for name in figure.floors)
    rows = []
    for name in names:
        first, *others = (f.written(f.floors[name]) if name in f.floors else "" for f in found)
        rows.append((f"({name})", first, "", *others))
    return rows


def counts(group: Group) -> Table:
    """Give how many items were answered and how attempts ended, for the terminal."""
    header = ("model", "items", "answered", "failed", *_ENDS, "tokens", "cost", "wall")
    return header, [
        (
            e.label,
            f"{len(e.run.items):,}",
            f"{len(e.run.answered):,}",
            f"{len(e.run.failed):,}",
            *(f"{e.run.outcomes[name]:,}" for name in _ENDS),
            f"{e.tokens:,}",
            f"${e.cost_usd:,.2f}",
            duration(e.wall_s),
        )
        for e in group.entries
    ]


_ENDS = ("solved", "missed", "invalid", "unreadable")


def shares_of(run: Answers) -> dict[str, Shares]:
    """Give the tables of shares that a kind of question has, under their names."""
    if run.kind is Kind.INSERTION:
        return {"attempts": by_attempt(run.talks, run.settings.attempts)}
    found = {"grades": by_grade(run)}
    return found | ({"slots": first_slots(run)} if run.kind is Kind.RANKING else {})


def facts(group: Group) -> dict[str, Any]:
    """Give all numbers of a group."""
    s = group.first.settings
    return {
        "protocol": s.protocol,
        "version": s.protocol_version,
        "variant": s.variant,
        "runs": [_facts(entry) for entry in group.entries],
    }


def _facts(entry: Entry) -> dict[str, Any]:
    run = entry.run
    return {
        "run": str(run.folder),
        "label": entry.label,
        "agent": run.settings.agent,
        "settings": dict(run.settings.agent_settings),
        "seed": run.settings.seed,
        "finished": run.finished is not None,
        "warnings": entry.warnings,
        "items": len(run.items),
        "answered": len(run.answered),
        "failed": len(run.failed),
        "figures": {figure.title: figure.facts() for figure in entry.figures},
        "against": {name: asdict(found) for name, found in against(run).items()},
        "shares": {
            name: {row.name: dict(row.counts) for row in found.rows}
            for name, found in shares_of(run).items()
        },
        "outcomes": run.outcomes,
        "tokens": entry.tokens,
        "cost_usd": round(entry.cost_usd, 6),
        "wall_s": round(entry.wall_s, 3),
        "made_by": dict(run.settings.made_by),
    }
