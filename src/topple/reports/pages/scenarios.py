"""The page of Phy-Q: agents on the scale of people, scenarios, templates, replays."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from topple.metrics.bootstrap import Estimate
from topple.metrics.phyq.metric import PhyqScore
from topple.metrics.phyq.rates import (
    by_scenario,
    scenario_titles,
    scenarios_of,
    templates_by_scenario,
)
from topple.metrics.phyq.scale import load_published
from topple.metrics.tally import NOWHERE
from topple.reports.charts.chart import Chart, both
from topple.reports.charts.heatmap import heatmap, key
from topple.reports.charts.palette import box_key, series
from topple.reports.charts.scenarios import Place, RunBars, bars, keys, scale
from topple.reports.pages.figures import Figure, attempt_figure
from topple.reports.pages.render import render
from topple.reports.pages.templates import about, anchor
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
        "players": load_published().players,
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
    people = load_published().scale
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
    return both(lambda width: bars(runs, load_published(), width, compare=compare), legend)


def _rates() -> Table:
    """Return the published pass rates of people and agents by scenario."""
    known = load_published()
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


@dataclass(frozen=True, slots=True)
class Highlight:
    """The best agent of a scenario, and rows of its results: hardest success, easiest failure."""

    number: int
    entry: Entry
    rate: float
    solved: int | None
    missed: int | None


@dataclass(frozen=True, slots=True)
class Card:
    """A highlight as it is shown, and the templates in its figures."""

    anchor: str
    title: str
    tag: str
    templates: list[str]
    figures: list[Figure]


def highlights(group: Group) -> list[Card]:
    """Show a success and a failure of every scenario."""
    return [_card(found, anchor(group, str(found.number))) for found in choose_highlights(group)]


def choose_highlights(group: Group) -> list[Highlight]:
    """Choose an agent per scenario, the first of equals, and two of its tasks."""
    rates = [
        by_scenario(group.metric.credit(e.run.counts), t, scenarios_of(t))
        for e in group.entries
        for t in [e.run.results.template]
    ]
    table = np.nan_to_num(np.array(rates), nan=-1.0)
    found = []
    for i in range(table.shape[1]):
        best = int(table[:, i].argmax())
        if table[best, i] >= 0:
            found.append(_ends(group, group.entries[best], i + 1, float(table[best, i])))
    return found


def _ends(group: Group, entry: Entry, number: int, rate: float) -> Highlight:
    """Find the least and the most solved rows of a scenario with an attempt to show."""
    results, shares = entry.run.results, group.metric.credit(entry.run.counts)
    of_template = {row.template: row.share for row in entry.score.by_template}
    own = np.flatnonzero(scenarios_of(results.template) == number).tolist()
    ranked = sorted(own, key=lambda row: (of_template[str(results.template[row])], shares[row]))
    solved = [row for row in ranked if results.solved_place[row] != NOWHERE]
    missed = [row for row in ranked if results.missed_place[row] != NOWHERE]
    first, last = solved[0] if solved else None, missed[-1] if missed else None
    return Highlight(number, entry, rate, first, last)


def _card(found: Highlight, anchor: str) -> Card:
    run, figures, templates = found.entry.run, list[Figure](), list[str]()
    of_template = {row.template: row.share for row in found.entry.score.by_template}
    for kind, row in (("solved", found.solved), ("missed", found.missed)):
        if row is not None:
            name = str(run.results.template[row])
            words = f", {name}: {run.metric.earned} {points(of_template[name])} %"
            figures += attempt_figure(run, row, kind, words)
            templates.append(name)
    tag = f"{found.entry.label} {points(found.rate)} %"
    return Card(anchor, scenario_titles()[found.number - 1], tag, templates, figures)
