"""A report as one web page that needs nothing but itself."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Protocol, cast

from topple.errors import UnknownName
from topple.protocols import protocol
from topple.reports.pages.headline import headline
from topple.reports.pages.runs import made_by
from topple.reports.tables.groups import Group
from topple.reports.tables.text import attempts
from topple.reports.transcripts import NO_TRANSCRIPTS, Transcripts

_TEMPLATE = Path(__file__).with_name("page.html")


def page(groups: Sequence[Group]) -> str:
    """Give the page; the runs were grouped by `tables.grouped`."""
    names = {entry.label for group in groups for entry in group.entries}
    return page_of(names, map(section, groups))


def page_of(names: Iterable[str], sections: Iterable[str]) -> str:
    """Put sections about runs of these names on a page."""
    every = sorted(set(names))
    title = ", ".join(every) if len(every) <= 4 else f"{len(every)} runs"
    parts = {"TITLE": escape(title), "SECTIONS": "\n".join(sections)}
    text = _TEMPLATE.read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"__{name}__", part)
    return text


def save(groups: Sequence[Group], path: Path) -> None:
    """Write the page to a file."""
    path.write_text(page(groups), encoding="utf-8")


def section(group: Group, told: Transcripts = NO_TRANSCRIPTS) -> str:
    """Give what is said of runs that may be compared."""
    variant = f" · {escape(group.variant)}" if group.variant else ""
    heading = f"{escape(group.protocol)} <small>version {group.version}{variant}</small>"
    return f"""<section>
<h2>{heading}</h2>
{_introduction(group)}
{_warnings(group)}
{headline(group, told)}
{_drawn(group.metric.page).body(group, told)}
<h3>How these numbers were made</h3>
{made_by(group)}
</section>"""


class _Drawn(Protocol):
    """What a module of this folder offers for the metrics that name it."""

    def body(self, group: Group, told: Transcripts) -> str:
        """Give all between the table of scores and where they come from."""


def _drawn(page: str) -> _Drawn:
    return cast(_Drawn, importlib.import_module(f"topple.reports.pages.{page}"))


def _introduction(group: Group) -> str:
    try:
        caption = escape(protocol(group.protocol).caption.strip())
    except UnknownName:
        caption = ""
    rules = group.metric.rules.format(attempts=attempts(group))
    part = (
        "Agents are tested on tasks they never saw."
        if group.part == "test"
        else "<b>These are dev tasks, for tuning: not a final result.</b>"
    )
    return f'<p class="lead">{caption} {rules} {part}</p>'


def _warnings(group: Group) -> str:
    lines = [
        f"<b>{escape(entry.label)}</b>: {escape('; '.join(entry.warnings))}."
        for entry in group.entries
        if entry.warnings
    ]
    if not group.same_tasks:
        lines.append(
            "The runs did not play the same tasks, so their rows are not quite comparable; "
            "the comparisons below them use only the tasks both have played."
        )
    if not lines:
        return ""
    return '<ul class="warning">' + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"
