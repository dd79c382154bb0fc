"""What a page says of models' attempts: how many they take, and several runs together."""

from __future__ import annotations

from html import escape

from topple.reports.tables.attempts import attempts_table, unions_table
from topple.reports.tables.groups import Group
from topple.reports.tables.text import Table


def attempts(group: Group) -> str:
    """Give the tables of models; nothing of agents."""
    taken, unions = attempts_table(group), unions_table(group)
    most = group.attempts[1]
    parts = []
    if taken:
        parts.append(
            f"<h3>Attempts to success</h3>\n<p>The mean number of attempts, {most + 1} for a task "
            f"that {most} did not solve; over solved tasks alone, it rewards failing on hard ones."
            f"</p>\n{html(taken)}"
        )
    if unions:
        parts.append(
            "<h3>Several runs of one model</h3>\n<p>The share of tasks that a run solves, on "
            "average, and that of tasks that at least one of the runs solves: more attempts, not "
            f"more skill. DeepPHY publishes the latter as Pass@K.</p>\n{html(unions)}"
        )
    return "\n".join(parts)


def html(table: Table) -> str:
    """Give a table of the terminal as one of a page."""
    header, rows = table
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in header)
    body = "".join(
        f'<tbody><tr><th scope="row">{escape(row[0])}</th>'
        + "".join(
            f'<td data-label="{escape(name)}">{escape(cell)}</td>'
            for name, cell in zip(header[1:], row[1:], strict=True)
        )
        + "</tr></tbody>"
        for row in rows
    )
    return f'<table class="headline"><thead><tr>{head}</tr></thead>{body}</table>'
