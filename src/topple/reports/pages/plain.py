"""The page of a metric that has none of its own: verdicts, templates, replays."""

from __future__ import annotations

from topple.reports.charts import heatmap as charts_heat
from topple.reports.pages.headline import pairs
from topple.reports.pages.templates import captions, showcase
from topple.reports.tables.groups import Group
from topple.reports.transcripts import Transcripts


def body(group: Group, told: Transcripts) -> str:
    """Give verdicts and templates."""
    return f"{pairs(group)}\n{templates(group, told)}"


def templates(group: Group, told: Transcripts) -> str:
    """Give the heatmap, and the best and worst templates with replays."""
    return f"""<h3>Templates</h3>
<p>A template is a family of tasks that differ in places and sizes. {group.metric.earned} on each,
in points from 0 to 100.</p>
{charts_heat.key()}
<div class="wide">{charts_heat.heatmap(group, captions(group))}</div>
{showcase(group, told)}"""
