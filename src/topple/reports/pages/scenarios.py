"""The page of Phy-Q: agents on the scale of people, scenarios, templates, replays."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from topple.metrics.bootstrap import Estimate
from topple.metrics.phyq.metric import PhyqScore
from topple.metrics.phyq.scale import published
from topple.metrics.phyq.scenarios import scenario_titles, templates_by_scenario
from topple.reports.charts.chart import Chart, both
from topple.reports.charts.heatmap import heatmap, key
from topple.reports.charts.palette import box_key, series
from topple.reports.charts.people import Place, scale
from topple.reports.charts.scenarios import RunBars, bars, keys
from topple.reports.pages.highlights import highlights
from topple.reports.pages.render import render
from topple.reports.pages.templates import about
from topple.reports.pages.verdicts import verdicts
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import Table, points
from topple.reports.transcripts import NO_TRANSCRIPTS, Transcripts

if TYPE_CHECKING:
    from markupsafe import Markup


def body(group: Group, transcripts: Transcripts = NO_TRANSCRIPTS) -> Markup:
    """Return the scale, verdicts, scenarios, templates and replays."""
    theirs, cards = _list_published(group), highlights(group)
    links = {name: card.anchor for card in cards for name in card.templates}
    values = {
        "players": published().players,
        "published": theirs,
        "scale": _scale(group, theirs),
        "verdicts": verdicts(group),
        # The score needs rates by scenario: where it was published, so were they.
        "scenarios": _scenarios(group, compare=bool(theirs)),
        "intervals": any(r.rate.interval for e in group.entries for r in _score(e).scenarios),
        "rates": _rates() if theirs else None,
        "heatmap": heatmap(group, about(group, links), templates_by_scenario()),
        "key": key(),
        "highlights": cards,
    }
    return render("reports/pages/scenarios.html", values)


def _list_published(group: Group) -> list[Place]:
    return [
        Place(row.agent, Estimate(row.figures["Phy-Q"][0] / 100, None))
        for row in group.metric.originals(group.protocol)
        if "Phy-Q" in row.figures
    ]


def _scale(group: Group, theirs: list[Place]) -> Chart:
    people = published().scale
    sd = float(people.score(people.mean + people.sd)) - 1
    ours = [
        Place(entry.label, entry.score.headline, i)
        for i, entry in enumerate(group.entries)
        if not math.isnan(entry.score.headline.value)
    ]
    return both(lambda width: scale([*ours, *theirs], sd, width))


def _scenarios(group: Group, *, compare: bool) -> Chart:
    runs = [RunBars(entry.label, _namesake(entry), _score(entry)) for entry in group.entries]
    legend = [box_key(series(i), entry.label) for i, entry in enumerate(group.entries)]
    legend += keys(compare=compare)
    return both(lambda width: bars(runs, published(), width, compare=compare), legend)


def _rates() -> Table:
    """Return the published pass rates of people and agents by scenario."""
    known = published()
    rows = [
        (title, points(mean), *(points(float(rates[i])) for rates in known.agents.values()))
        for i, (title, mean) in enumerate(
            zip(scenario_titles(), known.human_mean.tolist(), strict=True)
        )
    ]
    return ("scenario", "people", *known.agents), rows


def _namesake(entry: Entry) -> str | None:
    settings = entry.run.settings
    return entry.run.metric.namesake(settings.agent, settings.agent_settings)


def _score(entry: Entry) -> PhyqScore:
    assert isinstance(entry.score, PhyqScore), "only Phy-Q has scenarios"
    return entry.score
