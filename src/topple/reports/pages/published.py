"""What was published, on the page of a report."""

from __future__ import annotations

from html import escape

from topple.reports.pages.attempts import html
from topple.reports.tables.groups import Group
from topple.reports.tables.published import originals, published_table


def published(group: Group) -> str:
    """Give runs above what was published; nothing where nothing was."""
    table = published_table(group)
    if table is None:
        return ""
    source = originals(group)[0].source
    return f"<h3>As published</h3>\n<p>{escape(source)}.</p>\n{html(table)}"
