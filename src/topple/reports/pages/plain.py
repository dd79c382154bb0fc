"""The page of a metric that has none of its own: verdicts, templates, replays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topple.reports.pages.render import render
from topple.reports.pages.templates import templates
from topple.reports.pages.verdicts import verdicts
from topple.reports.tables.groups import Group
from topple.reports.transcripts import Transcripts

if TYPE_CHECKING:
    from markupsafe import Markup


def body(group: Group, transcripts: Transcripts) -> Markup:
    """Return verdicts and templates."""
    values = {"verdicts": verdicts(group), "templates": templates(group, transcripts)}
    return render("reports/pages/plain.html", values)
