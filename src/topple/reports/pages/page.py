"""A report as one self-contained web page."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from topple.errors import UnknownName
from topple.protocols import protocol
from topple.reports.pages.headline import Cell
from topple.reports.pages.render import render
from topple.reports.pages.scores import headline
from topple.reports.pages.section import Aside, Notice, Part, Section, Shown, card, warnings_of
from topple.reports.pages.templates import ends
from topple.reports.tables.groups import Group
from topple.reports.tables.learning import learning_table
from topple.reports.tables.readings import readings_table
from topple.reports.tables.text import attempts
from topple.reports.transcripts import NO_TRANSCRIPTS, Transcripts

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a page, and what is said first."""

    title: str
    lead: str = ""


REPORT = Heading("How well do they reason about physics?")
_READINGS = (
    "Structured answers are played as the schema says. Beside that stands what the reader of free "
    "text finds in the same answers, and how many of these actions solve their task."
)
_LEARNING = (
    "Slope: by how many points the success of an attempt grows per attempt, among tasks that are "
    "still open; these become harder, so a model that learns nothing has a slope of 0 or below. "
    "After a failure: the percentage of actions that are repeated, how far the next action is from "
    "the last (two random ones are 1 apart), and the percentage that comes closer to a known "
    "solution. Run it again with --history none, and topple compare tells what the history is "
    "worth."
)
_ONCE = "Every task is played once."


def page(groups: Sequence[Group]) -> str:
    """Return the page of runs that were grouped by `tables.groups.grouped`."""
    names = {entry.label for group in groups for entry in group.entries}
    return page_of(names, [section(group) for group in groups])


def page_of(
    names: Iterable[str],
    sections: Iterable[Part],
    template: str = "reports/pages/page.html",
    heading: Heading = REPORT,
    **more: object,
) -> str:
    """Put sections about runs of these names on a page; `more` is for its template."""
    every = sorted(set(names))
    title = ", ".join(every) if len(every) <= 4 else f"{len(every)} runs"
    shown = [section.show() for section in sections]
    scored = sorted((each for each in shown if each.rows), key=lambda each: each.world)
    overview = scored if len(scored) > 1 else []
    values = {
        "title": title,
        "heading": heading,
        "sections": shown,
        "overview": overview,
        "climb": climb(overview),
        "players": list(dict.fromkeys(name for section in scored for name in section.rows)),
    }
    return render(template, {**values, **more})


def section(group: Group, transcripts: Transcripts = NO_TRANSCRIPTS) -> Section:
    """Return the section of runs that may be compared."""
    return Section(
        name=group.protocol,
        version=group.version,
        variant=group.variant,
        world=group.world,
        lead=_lead(group),
        warnings=_warnings(group),
        headline=headline(group, transcripts),
        body=_page_of_metric(group.metric.page).body(group, transcripts),
        cards=[card(entry.label, entry.run) for entry in group.entries],
        dev=group.part != "test",
        references=group.references.command if group.references else "",
        films=ends(group, transcripts),
        asides=_asides(group),
    )


def _asides(group: Group) -> list[Aside]:
    """Return the tables that only runs of models have."""
    found = (
        ("Learning over attempts", _LEARNING, learning_table(group)),
        ("Two readings of structured answers", _READINGS, readings_table(group)),
    )
    return [Aside(title, words, table) for title, words, table in found if table]


class _MetricPage(Protocol):
    """A module of this folder that shows the results of some metrics."""

    def body(self, group: Group, transcripts: Transcripts) -> Markup:
        """Return everything between the headline table and how the numbers were made."""


def _page_of_metric(name: str) -> _MetricPage:
    return cast(_MetricPage, importlib.import_module(f"topple.reports.pages.{name}"))


def _lead(group: Group) -> str:
    try:
        caption = protocol(group.protocol).caption.strip()
    except UnknownName:
        caption = ""
    asks = bool(group.entries[0].score.kind)
    once = group.attempts == (1, 1) and not asks
    rules = _ONCE if once else group.metric.rules.format(attempts=attempts(group))
    told = group.part == "test" and not asks
    tested = "Agents are tested on tasks they never saw." if told else ""
    return " ".join(filter(None, (caption, rules, tested)))


def _warnings(group: Group) -> list[Notice]:
    found = warnings_of({entry.label: entry.warnings for entry in group.entries})
    if not group.same_tasks:
        words = (
            "The runs did not play the same tasks, so their rows are not quite comparable. The "
            "comparisons below use only the tasks that both runs have played"
        )
        found.append(Notice("", words))
    return found


ACT = "act"


@dataclass(frozen=True, slots=True)
class Climb:
    """The table of a page: the numbers of each player in each world, by rung."""

    rungs: Sequence[str]
    rows: Mapping[tuple[str, str], Mapping[str, Cell]]


def climb(sections: Sequence[Shown]) -> Climb | None:
    """Return the table of all ladders; None without a ladder.

    The highest rung is the score of the world's first protocol that asks for actions.
    """
    found: dict[tuple[str, str], dict[str, Cell]] = {}
    for section in sections:
        for player, row in section.rows.items():
            for cell in row.rungs:
                found.setdefault((_world(section), player), {})[cell.title] = cell
    if not found:
        return None
    for section in sections:
        for player, row in section.rows.items():
            known = found.get((_world(section), player))
            if known is not None and not row.rungs:
                known.setdefault(ACT, row.score)
    titles = dict.fromkeys(title for row in found.values() for title in row)
    return Climb(sorted(titles, key=lambda title: title == ACT), found)


def _world(section: Shown) -> str:
    """Return the name of a world without its version."""
    return section.world.split(" ")[0]
