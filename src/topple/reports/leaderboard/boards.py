"""Leaderboards from runs: one board per protocol, ranked where the noise allows it.

Finished runs on all test tasks of their folds are ranked among those on the same folds. Agents that
simulate the tasks they are tested on are ranked among themselves. Unfinished runs, and runs on dev
tasks or on some of the tasks, are listed without a rank. Published figures are listed apart: they
come from the original engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from topple.errors import UnknownName
from topple.metrics.metric import Figure
from topple.metrics.original import Original
from topple.protocols import protocol
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.pairs import pair
from topple.reports.tables.text import attempts


@dataclass(frozen=True, slots=True)
class Row:
    """A run on a board; `apart`: clearly worse than the row above, None for the first row."""

    entry: Entry
    rank: int | None = None
    apart: bool | None = None

    @property
    def figures(self) -> tuple[Figure, ...]:
        return self.entry.score.figures

    @property
    def versions(self) -> dict[str, str | int]:
        s = self.entry.run.settings
        return {"topple": s.topple, s.world: s.world_version, s.agent: s.agent_version}

    @property
    def command(self) -> str:
        return str(self.entry.run.settings.made_by.get("command", ""))

    @property
    def original(self) -> Original | None:
        """The published agent that this one re-implements."""
        s, metric = self.entry.run.settings, self.entry.run.metric
        name = metric.namesake(s.agent, s.agent_settings)
        return next(
            (row for row in metric.originals(s.protocol, s.variant) if row.agent == name), None
        )

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data; figures are in points."""
        s = self.entry.run.settings
        return {
            "rank": self.rank,
            "told_from_the_one_above": self.apart,
            "agent": s.agent,
            "settings": dict(s.agent_settings),
            "seed": s.seed,
            "folds": list(s.folds),
            "tasks": self.entry.score.tasks,
            "attempts_a_task": s.attempts,
            "figures": {figure.title: _points(figure) for figure in self.figures},
            "in_the_original_engine": _plain(self.original) if self.original else None,
            "wall_s": round(self.entry.wall_s, 3),
            "simulations": self.entry.attempts + (self.entry.practice or 0),
            "versions": self.versions,
            "commit": s.made_by.get("commit", ""),
            "command": self.command,
            "warnings": self.entry.warnings,
        }


@dataclass(frozen=True, slots=True)
class Ranking:
    """Runs on the same folds: agents, and agents that simulate the tasks they are tested on."""

    folds: tuple[int, ...]
    ranked: tuple[Row, ...]
    simulating: tuple[Row, ...]

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "agents": [row.facts() for row in self.ranked],
            "agents_that_simulate": [row.facts() for row in self.simulating],
        }


@dataclass(frozen=True, slots=True)
class Board:
    """One protocol: rankings on all folds and on some of them, unranked runs, and the originals.

    `variant` says how models were asked, and which level files, rules or tasks a run chose.
    """

    protocol: str
    version: int
    variant: str
    title: str
    about: str
    attempts: str
    whole: Ranking
    some_folds: tuple[Ranking, ...]
    unranked: tuple[Row, ...]
    originals: tuple[Original, ...]

    def facts(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "protocol": self.protocol,
            "version": self.version,
            "variant": self.variant,
            "score": self.title,
            **self.whole.facts(),
            "some_folds": [{"folds": list(r.folds), **r.facts()} for r in self.some_folds],
            "not_ranked": [row.facts() for row in self.unranked],
            "in_the_original_engine": [_plain(row) for row in self.originals],
        }


def boards(groups: Sequence[Group]) -> list[Board]:
    """Return a board for every group."""
    return [_board(group) for group in groups]


def _board(group: Group) -> Board:
    listed = [entry for entry in group.entries if _ranks(entry)]
    whole = _all_folds(group)
    some = sorted({_folds(entry) for entry in listed} - {whole})
    return Board(
        protocol=group.protocol,
        version=group.version,
        variant=group.variant,
        title=group.metric.title,
        about=group.metric.about,
        attempts=attempts(group),
        whole=_ranking(whole, listed),
        some_folds=tuple(_ranking(folds, listed) for folds in some),
        unranked=tuple(Row(entry) for entry in group.entries if not _ranks(entry)),
        originals=group.metric.originals(group.protocol, group.variant),
    )


def _ranks(entry: Entry) -> bool:
    """Return whether a run is finished and played all test tasks of its folds."""
    s = entry.run.settings
    return entry.run.finished is not None and s.limit is None and s.part == "test"


def _all_folds(group: Group) -> tuple[int, ...]:
    """Return the folds of a protocol; those that were played if it is not known here."""
    try:
        return tuple(sorted(protocol(group.protocol).folds))
    except UnknownName:
        return max(map(_folds, group.entries), key=len)


def _folds(entry: Entry) -> tuple[int, ...]:
    return tuple(sorted(entry.run.settings.folds))


def _ranking(folds: tuple[int, ...], entries: Sequence[Entry]) -> Ranking:
    own = [entry for entry in entries if _folds(entry) == folds]
    players = [entry for entry in own if not entry.run.settings.simulates]
    simulating = [entry for entry in own if entry.run.settings.simulates]
    return Ranking(folds, _rank(players), _rank(simulating))


def _rank(entries: Sequence[Entry]) -> tuple[Row, ...]:
    """Rank entries that are in order, and mark those clearly worse than the one above."""
    rows = [Row(entries[0], 1)] if entries else []
    for place, (above, entry) in enumerate(pairwise(entries), 2):
        rows.append(Row(entry, place, pair(above.run, entry.run).comparison.above == 1))
    return tuple(rows)


def _plain(row: Original) -> dict[str, Any]:
    figures = {
        title: {"value": round(value, 4), "sd": sd} for title, (value, sd) in row.figures.items()
    }
    return {"agent": row.agent, "figures": figures}


def _points(figure: Figure) -> dict[str, Any]:
    value, ends = figure.estimate.value, figure.estimate.interval
    known = value == value  # NaN is unequal to itself
    scale = 100 if figure.share else 1
    return {
        "value": round(scale * value, 4) if known else None,
        "interval": [round(scale * end, 4) for end in ends] if ends else None,
    }
