"""The page of metrics that measure how early tasks are solved: AUCCESS, success by attempts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from topple.metrics.credit import credit
from topple.reports.charts.lines import curves
from topple.reports.pages.render import render
from topple.reports.pages.scores import has_folds
from topple.reports.pages.templates import templates
from topple.reports.pages.verdicts import verdicts
from topple.reports.tables.attempts import attempts_table, unions_table
from topple.reports.tables.groups import Group
from topple.reports.tables.published import originals, published_table
from topple.reports.transcripts import Transcripts

if TYPE_CHECKING:
    from markupsafe import Markup


def body(group: Group, transcripts: Transcripts) -> Markup:
    """Return what the numbers mean, verdicts, curves, tables and templates."""
    most, best = group.attempts[1], group.entries[0]
    theirs = originals(group)
    values = {
        "tenth": f"{100 * float(credit(np.array([10]), most)[0]):.0f}" if most > 10 else "",
        "folds": has_folds(group),
        "floor": group.floor(best),
        "floor_agent": group.references.floor.agent if group.references else "",
        "ceiling": group.ceiling(best),
        "top": group.top,
        "ceiling_agent": group.references.ceiling.agent if group.references else "",
        "verdicts": verdicts(group),
        "chart": curves(group.entries, most),
        "published": published_table(group),
        "source": theirs[0].source if theirs else "",
        "attempts": attempts_table(group),
        "unions": unions_table(group),
        "most": most,
        "templates": templates(group, transcripts),
    }
    return render("reports/pages/curves.html", values)
