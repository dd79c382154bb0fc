"""A report as one web page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

import numpy as np

from topple.errors import UnknownName
from topple.metrics.auccess import credit
from topple.protocols.protocol import protocol
from topple.protocols.references import CEILING, FLOOR
from topple.reports import charts, charts_heat
from topple.reports.page_runs import made_by
from topple.reports.page_table import headline, pairs
from topple.reports.page_templates import captions, showcase
from topple.reports.tables import Group
from topple.reports.tables_text import points

_TEMPLATE = Path(__file__).with_name("page.html")


def page(groups: Sequence[Group]) -> str:
    """Give the page; the runs were grouped by `tables.grouped`."""
    names = sorted({entry.label for group in groups for entry in group.entries})
    title = ", ".join(names) if len(names) <= 4 else f"{len(names)} runs"
    parts = {
        "TITLE": escape(title),
        "SECTIONS": "\n".join(_section(group) for group in groups),
    }
    text = _TEMPLATE.read_text(encoding="utf-8")
    for name, part in parts.items():
        text = text.replace(f"__{name}__", part)
    return text


def save(groups: Sequence[Group], path: Path) -> None:
    """Write the page to a file."""
    path.write_text(page(groups), encoding="utf-8")


def _section(group: Group) -> str:
    variant = f" · {escape(group.variant)}" if group.variant else ""
    heading = f"{escape(group.protocol)} <small>version {group.version}{variant}</small>"
    return f"""<section>
<h2>{heading}</h2>
{_introduction(group)}
{_warnings(group)}
{headline(group)}
{_scale(group)}
{pairs(group)}
<h3>Success against attempts</h3>
<p>The share of tasks solved within 1, 2, 3 and more attempts; shaded, the 95 % interval of each
point.</p>
{_curves(group)}
<h3>Templates</h3>
<p>A template is a family of tasks that differ in places and sizes. AUCCESS on each, from 0 (never
solved) to 100 (always solved at once).</p>
{charts_heat.key()}
<div class="wide">{charts_heat.heatmap(group, captions(group))}</div>
{showcase(group)}
<h3>How these numbers were made</h3>
{made_by(group)}
</section>"""


def _introduction(group: Group) -> str:
    try:
        caption = escape(protocol(group.protocol).caption.strip())
    except UnknownName:
        caption = ""
    part = (
        "Agents are tested on tasks they never saw."
        if group.part == "test"
        else "<b>These are dev tasks, for tuning: not a final result.</b>"
    )
    return f"""<p class="lead">{caption} An agent acts on a task; if that does not solve it, it may
try again, up to {group.attempts} times. {part}</p>"""


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


def _scale(group: Group) -> str:
    """Say what the numbers mean."""
    tenth = float(credit(np.array([10]), group.attempts)[0])
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
    wide = charts.curves(group.entries, group.attempts, 900, 400)
    narrow = charts.curves(group.entries, group.attempts, 400, 320)
    return f"""<ul class="legend">{legend}</ul>
<div class="chart on-wide">{wide}</div>
<div class="chart on-narrow">{narrow}</div>"""
