"""Boards of a leaderboard: one per protocol, task selection and track, ranked within the noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from topple.protocols.references import references
from topple.reports.tables.groups import Entry as Scored
from topple.reports.tables.groups import rank
from topple.reports.tables.pairs import pair
from topple.submissions.card import Track
from topple.submissions.entries import Entry


@dataclass(frozen=True, slots=True)
class Row:
    """A run of an entry; runs that may differ by chance alone have the same `place`."""

    entry: Entry
    scored: Scored
    place: int | None

    @property
    def simulations(self) -> int:
        """Attempts, and simulations for learning or planning."""
        return self.scored.attempts + (self.scored.practice or 0)

    def facts(self) -> dict[str, Any]:
        """Return the row as plain data; figures are shares of 1."""
        run, card = self.scored.run, self.entry.card
        headline = self.scored.score.headline
        return {
            "place": self.place,
            "entry": self.entry.name,
            "agent": card.agent,
            "authors": list(card.authors),
            "badge": str(self.entry.badge),
            "harness": str(card.harness),
            **({"tools": card.tools} if card.tools else {}),
            "withdrawn": card.withdrawn,
            "score": None if headline.value != headline.value else round(headline.value, 6),
            "interval": headline.interval and [round(end, 6) for end in headline.interval],
            "figures": {
                figure.title: round(figure.estimate.value, 6)
                for figure in self.scored.score.figures
                if figure.estimate.value == figure.estimate.value
            },
            "tasks": self.scored.score.tasks,
            "outcomes": self.scored.outcomes,
            "simulations": self.simulations,
            "wall_s": round(self.scored.wall_s, 3),
            "tokens": self.scored.tokens,
            "cost_usd": round(card.cost_usd, 6),
            "world_version": run.settings.world_version,
            "command": str(run.settings.made_by.get("command", "")),
        }


@dataclass(frozen=True, slots=True)
class Board:
    """One table: rows of one protocol on the same tasks in the same track."""

    protocol: str
    version: int
    variant: str
    tasks: str
    track: Track
    title: str
    about: str
    floor: float | None
    ceiling: float | None
    rows: tuple[Row, ...]

    def facts(self) -> dict[str, Any]:
        """Return the board as plain data."""
        return {
            "protocol": self.protocol,
            "version": self.version,
            "variant": self.variant,
            "tasks": self.tasks,
            "track": str(self.track),
            "score": self.title,
            "floor": self.floor,
            "ceiling": self.ceiling,
            "rows": [row.facts() for row in self.rows],
        }


def boards(entries: Sequence[Entry]) -> list[Board]:
    """Sort the runs of all entries into boards."""
    found: dict[tuple[Any, ...], list[tuple[Entry, Scored]]] = {}
    for entry in entries:
        for scored in entry.runs:
            s = scored.run.settings
            # Names first, so that boards of one protocol stand together.
            key = s.protocol, s.protocol_version, s.variant, s.part, s.folds, s.limit or 0
            place = list(Track).index(entry.card.track)
            found.setdefault((*key, s.world_version, place), []).append((entry, scored))
    return [_board(found[key]) for key in sorted(found)]


def _board(pairs: Sequence[tuple[Entry, Scored]]) -> Board:
    entry, scored = pairs[0]
    s, metric = scored.run.settings, scored.run.metric
    known = references(s.protocol, s.protocol_version, s.part)
    folds = list(s.folds)
    whole = known if known and known.floor.covers(folds) and known.ceiling.covers(folds) else None
    return Board(
        protocol=s.protocol,
        version=s.protocol_version,
        variant=s.variant,
        tasks=_tasks(scored),
        track=entry.card.track,
        title=scored.score.figures[0].title,
        about=metric.about,
        floor=whole.floor.mean(folds) if whole else None,
        ceiling=whole.ceiling.mean(folds) if whole else None,
        rows=_rank(pairs),
    )


def _tasks(scored: Scored) -> str:
    s = scored.run.settings
    folds = f"fold {', '.join(map(str, s.folds))}"
    limit = "all tasks" if s.limit is None else f"{s.limit} tasks per fold"
    return f"{limit}, {folds}" + ("" if s.part == "test" else f", {s.part}")


def _rank(pairs: Sequence[tuple[Entry, Scored]]) -> tuple[Row, ...]:
    """Rank rows; a withdrawn one has no place.

    Rows share a place if the noise does not separate them from the first row that has it.
    """
    ordered = sorted(pairs, key=lambda each: (bool(each[0].card.withdrawn), -rank(each[1])))
    rows: list[Row] = []
    for number, (entry, scored) in enumerate(ordered, 1):
        if entry.card.withdrawn:
            rows.append(Row(entry, scored, None))
        elif rows and not _below(rows[(rows[-1].place or 1) - 1].scored, scored):
            rows.append(Row(entry, scored, rows[-1].place))
        else:
            rows.append(Row(entry, scored, number))
    return tuple(rows)


def _below(above: Scored, scored: Scored) -> bool:
    """Return whether a run is clearly worse than the one above it."""
    return pair(above.run, scored.run).comparison.above == 1
