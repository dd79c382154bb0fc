"""For every scenario, the hardest task its best agent solves and the easiest one it misses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from topple.metrics.phyq.rates import by_scenario
from topple.metrics.phyq.scenarios import scenario_titles, scenarios_of
from topple.metrics.tally import NOWHERE
from topple.reports.pages.figures import Figure, attempt_figure
from topple.reports.pages.templates import anchor
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import points


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
    return [_card(found, anchor(group, str(found.number))) for found in chosen(group)]


def chosen(group: Group) -> list[Highlight]:
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
