"""The page of Phy-Q: agents on the scale of people, scenarios, templates, telling replays."""

from __future__ import annotations

import math
from html import escape

from topple.metrics.bootstrap import Estimate
from topple.metrics.phyq.metric import PhyqScore
from topple.metrics.phyq.scale import published
from topple.reports.charts import heatmap as charts_heat
from topple.reports.charts import people as charts_people
from topple.reports.charts import scenarios as charts_scenarios
from topple.reports.charts.curves import COLOURS
from topple.reports.charts.people import Place
from topple.reports.pages.headline import pairs
from topple.reports.pages.highlights import telling
from topple.reports.pages.templates import captions
from topple.reports.tables.groups import Entry, Group
from topple.reports.transcripts import NO_TRANSCRIPTS, Transcripts
from topple.worlds.birds.world import all_templates

WIDE, NARROW = 900, 430


def body(group: Group, told: Transcripts = NO_TRANSCRIPTS) -> str:
    """Give the scale, verdicts, scenarios, templates and replays."""
    return f"""{_about()}
<h3>On the scale of people</h3>
{_scale(group)}
{pairs(group)}
<h3>Scenarios</h3>
{_scenarios(group)}
<h3>Templates</h3>
<p>A template is a family of tasks that differ in places and distractors. Pass rate on each, in per
cent.</p>
{charts_heat.key()}
<div class="wide">{charts_heat.heatmap(group, captions(group), _parts())}</div>
{telling(group)}"""


def _about() -> str:
    known = published()
    return f"""<p class="note">The <b>Phy-Q score</b> says how far an agent is from people: in every
scenario from the third on, its pass rate less theirs, in standard deviations of people, averaged
and scaled so that a random agent is at 0 and people at 100. People ({known.players} players) and
that random agent played the original game; Topple's engine has its rules and constants but is not
the same program, and people had a pass counted as 1, 0.8, 0.6, 0.4 or 0.2 by the attempt that made
it.
<b>Intervals</b> are 95 %: of the score over players, templates and tasks; of a scenario over its
tasks. Rates are averaged over the attempts at a task, tasks of a template, templates of a scenario.
</p>"""


def _scale(group: Group) -> str:
    scale = published().scale
    sd = float(scale.score(scale.mean + scale.sd)) - 1
    places = [
        Place(entry.label, entry.score.headline, i)
        for i, entry in enumerate(group.entries)
        if not math.isnan(entry.score.headline.value)
    ]
    theirs = [
        Place(row.agent, Estimate(row.figures["Phy-Q"][0] / 100, None))
        for row in group.metric.originals(group.protocol)
        if "Phy-Q" in row.figures
    ]
    words = "Filled: runs of this page, with 95 % intervals. "
    if theirs:
        words += "Hollow: agents in the original engine, as published. "
    words += "Shaded: people, one standard deviation either way in every scenario."
    both = (charts_people.scale([*places, *theirs], sd, width) for width in (WIDE, NARROW))
    return f"<p>{words}</p>{_chart(*both)}"


def _scenarios(group: Group) -> str:
    runs = [(entry.label, _twin(entry), _score(entry)) for entry in group.entries]
    # The score needs rates by scenario: where it was published, so were they.
    compare = any("Phy-Q" in row.figures for row in group.metric.originals(group.protocol))
    known = published()
    both = (charts_scenarios.bars(runs, known, width, compare=compare) for width in (WIDE, NARROW))
    swatches = "".join(
        f'<li><svg viewBox="0 0 30 10" aria-hidden="true"><rect style="fill:var(--c{i % COLOURS})" '
        f'x="1" y="2" width="28" height="6" rx="1"/></svg>{escape(entry.label)}</li>'
        for i, entry in enumerate(group.entries)
    )
    words = "Bars: pass rates, with 95 % intervals over tasks. Shaded: people, mean and standard "
    words += "deviation."
    if compare:
        words += " Diamonds: the agent of the same kind in the original engine; circles: all "
        words += "published agents."
    return f'<p>{words}</p><ul class="legend">{swatches}</ul>{_chart(*both)}'


def _parts() -> list[tuple[str, list[str]]]:
    """Give templates scenario by scenario, in the order of the paper."""
    found: dict[str, list[str]] = {}
    for name, template in all_templates().items():
        found.setdefault(template.scenario, []).append(name)
    return [
        (f"{number} {scenario.replace('_', ' ')}", names)
        for number, (scenario, names) in enumerate(found.items(), 1)
    ]


def _twin(entry: Entry) -> str | None:
    settings = entry.run.settings
    return entry.run.metric.namesake(settings.agent, settings.agent_settings)


def _score(entry: Entry) -> PhyqScore:
    assert isinstance(entry.score, PhyqScore), "only Phy-Q has scenarios"
    return entry.score


def _chart(wide: str, narrow: str) -> str:
    return f'<div class="chart on-wide">{wide}</div><div class="chart on-narrow">{narrow}</div>'
