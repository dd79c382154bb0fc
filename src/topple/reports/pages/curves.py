"""The page of metrics that ask how soon tasks are solved: AUCCESS, and success by attempts."""

from __future__ import annotations

from html import escape

import numpy as np

from topple.metrics.auccess import credit
from topple.protocols.references import CEILING, FLOOR
from topple.reports.charts import curves as charts
from topple.reports.pages.attempts import attempts
from topple.reports.pages.headline import pairs
from topple.reports.pages.plain import templates
from topple.reports.pages.published import published
from topple.reports.tables.groups import Group
from topple.reports.tables.text import points
from topple.reports.transcripts import Transcripts


def body(group: Group, told: Transcripts) -> str:
    """Give what the numbers mean, verdicts, curves and templates."""
    return f"""{_scale(group)}
{pairs(group)}
<h3>Success against attempts</h3>
<p>The share of tasks solved within 1, 2, 3 and more attempts; shaded, the 95 % interval of each
point.</p>
{_curves(group)}
{published(group)}
{attempts(group)}
{templates(group, told)}"""


def _scale(group: Group) -> str:
    """Say what the numbers mean."""
    tenth = float(credit(np.array([10]), group.attempts[1])[0])
    best = group.entries[0]
    floor, ceiling = group.floor(best), group.ceiling(best)
    known = []
    if floor is not None:
        known.append(f"the floor is the agent <code>{FLOOR}</code> ({points(floor)})")
    if ceiling is not None:
        known.append(
            f"the ceiling is <code>{CEILING}</code>, the best that ranking given actions could do "
            f"({points(ceiling)})"
        )
    words = (
        f"On the lines, {' and '.join(known)}, on the folds of the first agent."
        if known
        else "No floor or ceiling is known for this protocol."
    )
    return f"""<p class="note"><b>AUCCESS</b> rewards solving tasks soon: a task solved at the first
attempt earns 100 points, at the tenth {100 * tenth:.0f}, never 0; the score is the mean over tasks.
<b>Intervals</b> are 95 % and take templates, not tasks, as the unit of chance, because tasks of one
template are solved or missed together. <b>@10</b> is the share of tasks solved within ten attempts,
in percent. <b>Folds</b> are different divisions into training and test tasks: mean ± standard
deviation. {words}</p>"""


def _curves(group: Group) -> str:
    legend = "".join(
        f'<li><svg viewBox="0 0 30 10" aria-hidden="true"><path class="line" d="M1 5H29" '
        f'style="{charts.line_style(i)}"/></svg>{escape(entry.label)}</li>'
        for i, entry in enumerate(group.entries)
    )
    wide = charts.curves(group.entries, group.attempts[1], 900, 400)
    narrow = charts.curves(group.entries, group.attempts[1], 400, 320)
    return f"""<ul class="legend">{legend}</ul>
<div class="chart on-wide">{wide}</div>
<div class="chart on-narrow">{narrow}</div>"""
