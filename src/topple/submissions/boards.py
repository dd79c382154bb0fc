"""Boards of a leaderboard: one per protocol, selection of tasks and track.

This is the only rule by which rows are ranked; the page, the site and the data are written from it.

Rows are ranked by the score of their protocol, by its lower bound where a provider failed. The
place of a row is 1 plus the number of rows that are found above it (`metrics.places`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from topple.metrics.original import Original
from topple.metrics.places import places
from topple.protocols import find_protocol
from topple.protocols.references import references
from topple.runs.load import Run
from topple.submissions.card import Track
from topple.submissions.entries import Entry
from topple.submissions.rows import Row, make_row, name_likeness, published
from topple.submissions.verify import PROVES
from topple.tasks.protocol import Choices


@dataclass(frozen=True, slots=True)
class Board:
    """One table: rows of one protocol on the same tasks in the same track.

    It is `whole` if it has the protocol's own tasks, all of all folds or of the first one.
    """

    protocol: str
    version: int
    variant: str
    tasks: str
    track: Track
    about: str
    attempts: int
    whole: bool
    floor: float | None
    ceiling: float | None
    rows: tuple[Row, ...]
    originals: tuple[Original, ...]

    @property
    def title(self) -> str:
        return self.rows[0].figures[0].title

    def is_shared(self, row: Row) -> bool:
        """Return whether another row has the same place."""
        return [each.place for each in self.rows].count(row.place) > 1

    def facts(self) -> dict[str, Any]:
        """Return the board as plain data."""
        return {
            "protocol": self.protocol,
            "version": self.version,
            "variant": self.variant,
            "tasks": self.tasks,
            "track": str(self.track),
            "score": self.title,
            "whole": self.whole,
            "floor": self.floor,
            "ceiling": self.ceiling,
            "rows": [row.facts() for row in self.rows],
            "in_the_original_engine": [published(each) for each in self.originals],
        }


def boards(entries: Sequence[Entry]) -> list[Board]:
    """Sort the runs of all entries into boards."""
    found: dict[tuple[Any, ...], list[Row]] = {}
    for entry in entries:
        for scored in entry.runs:
            place = list(Track).index(entry.card.track)
            key = (*scored.run.settings.board, place)
            found.setdefault(key, []).append(make_row(entry, scored))
    name_likeness([row for rows in found.values() for row in rows], found)
    return [_board(found[key]) for key in sorted(found)]


def _board(rows: Sequence[Row]) -> Board:
    first = rows[0]
    s, metric = first.run.settings, first.run.metric
    known = references(s.protocol, s.protocol_version, s.part)
    folds = sorted(s.folds)
    covered = known and known.floor.covers(folds) and known.ceiling.covers(folds)
    ends = known if covered and not s.choices.data() else None
    return Board(
        protocol=s.protocol,
        version=s.protocol_version,
        variant=s.variant,
        tasks=_tasks(first.run),
        track=first.entry.card.track,
        about=metric.about,
        attempts=max(row.run.settings.attempts for row in rows),
        whole=_is_whole(first.run),
        floor=ends.floor.mean(folds) if ends else None,
        ceiling=ends.ceiling.mean(folds) if ends else None,
        rows=_rank(rows),
        originals=metric.originals(s.protocol, s.variant),
    )


def _is_whole(run: Run) -> bool:
    s, known = run.settings, find_protocol(run.settings.protocol)
    folds = tuple(sorted(s.folds))
    usual = known is not None and folds in (tuple(sorted(known.folds)), (known.folds[0],))
    return usual and s.limit is None and s.part == "test" and s.choices == Choices()


def _tasks(run: Run) -> str:
    s = run.settings
    folds = f"fold{'s' * (len(s.folds) > 1)} {', '.join(map(str, sorted(s.folds)))}"
    limit = "all tasks" if s.limit is None else f"{s.limit} tasks per fold"
    return f"{limit}, {folds}" + ("" if s.part == "test" else f", {s.part}")


def _rank(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows with their places; a withdrawn or unfinished one has none and comes last."""
    ordered = sorted(rows, key=lambda row: (-_value(row), row.entry.name))
    ranks = [row for row in ordered if _has_place(row)]
    others = [row for row in ordered if not _has_place(row)]
    found = [replace(row, place=place) for row, place in zip(ranks, _places(ranks), strict=True)]
    return (*sorted(found, key=lambda row: row.place or 0), *others)


def _has_place(row: Row) -> bool:
    return not row.entry.withdrawn and row.run.finished is not None


def _places(rows: Sequence[Row]) -> list[int]:
    """Compare rows on their tasks, which are the same; all share a place where they are not."""
    if not rows:
        return []
    counts = [row.ranked.counts for row in rows]
    played = [row.ranked.results for row in rows]
    keys = [list(zip(each.fold, each.task, strict=True)) for each in played]
    if any(one != other for one, other in pairwise(keys)):
        return [1] * len(rows)
    metric = rows[0].run.metric
    return places([metric.credit(each) for each in counts], counts[0].template, metric)


def _value(row: Row) -> float:
    value = row.figures[0].estimate.value * (-1 if row.run.metric.lower else 1)
    return -np.inf if np.isnan(value) else value


def best(shown: Sequence[Board], track: Track) -> Row | None:
    """Return the best row of a track on a protocol's own tasks, of all folds if there is one.

    An agent that plays stored solutions competes with nobody.
    """
    rows = [
        row
        for board in shown
        if board.track is track and board.whole
        for row in board.rows
        if row.place and row.run.settings.agent != "solution"
    ]
    return max(rows, key=lambda row: len(row.run.settings.folds), default=None)


def plain_data(found: Sequence[Board], **more: Any) -> dict[str, Any]:
    """Return boards as the data that stands beside every page of them."""
    return {**more, "proves": PROVES, "boards": [board.facts() for board in found]}
