"""The page of a metric that has none of its own: verdicts, published rows, templates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topple.reports.pages.render import render
from topple.reports.pages.templates import templates
from topple.reports.pages.verdicts import verdicts
from topple.reports.tables.groups import Group
from topple.reports.tables.published import originals, published_table
from topple.reports.transcripts import Transcripts

if TYPE_CHECKING:
    from markupsafe import Markup


def body(group: Group, transcripts: Transcripts) -> Markup:
    """Return verdicts, published rows and templates."""
    theirs = originals(group)
    values = {
        "verdicts": verdicts(group),
        "published": published_table(group),
        "source": theirs[0].source if theirs else "",
        "templates": templates(group, transcripts),
    }
    return render("reports/pages/plain.html", values)
