"""Templates by agents, as cells with a colour each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from topple.metrics.templates import TemplateScore
from topple.reports.charts.palette import cell_style
from topple.reports.tables.groups import Entry, Group

Parts = Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One agent on one template; without a style, it did not play the template."""

    text: str
    style: str = ""
    tip: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a template: caption, data URI of a picture, anchor of its films."""

    caption: str = ""
    picture: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One template, with a cell per agent."""

    template: str
    about: About
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Heatmap:
    """Rows under the titles of their parts; one part without a title is the whole table."""

    agents: tuple[str, ...]
    parts: tuple[tuple[str, tuple[Row, ...]], ...]


def heatmap(group: Group, about: Mapping[str, About], parts: Parts | None = None) -> Heatmap:
    """Show the credit of every template by agent: in these parts, or the easiest template first."""
    tables = [{row.template: row for row in e.score.by_template} for e in group.entries]
    played = {name for table in tables for name in table}
    found = [
        (title, tuple(_row(group, tables, name, about) for name in members if name in played))
        for title, members in parts or [("", _easiest_first(tables, played))]
    ]
    shown = tuple((title, rows) for title, rows in found if rows)
    return Heatmap(tuple(entry.label for entry in group.entries), shown)


def key() -> list[Cell]:
    """Return the legend of the colours."""
    return [Cell(f"{10 * k}", cell_style(k / 10)) for k in range(0, 11, 2)]


def _easiest_first(tables: Sequence[Mapping[str, TemplateScore]], names: set[str]) -> list[str]:
    means = {name: _mean([t[name].share for t in tables if name in t]) for name in names}
    return sorted(names, key=lambda name: (-means[name], name))


def _row(
    group: Group,
    tables: Sequence[Mapping[str, TemplateScore]],
    name: str,
    about: Mapping[str, About],
) -> Row:
    cells = [
        _cell(entry, table.get(name)) for entry, table in zip(group.entries, tables, strict=True)
    ]
    return Row(name, about.get(name, About()), tuple(cells))


def _cell(entry: Entry, row: TemplateScore | None) -> Cell:
    if row is None:
        return Cell("-")
    tip = f"{entry.label} on {row.template}: {row.solved} of {row.tasks} tasks solved"
    return Cell(f"{100 * row.share:.0f}", cell_style(row.share), tip)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)
