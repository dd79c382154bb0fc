"""For every scenario, what its best agent can do at most, and what it should have done."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import numpy as np

from topple.metrics.phyq.rates import by_scenario
from topple.metrics.phyq.scenarios import scenarios_of
from topple.metrics.tally import NOWHERE
from topple.reports.pages.templates import attempt_figure
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import points
from topple.worlds.birds.template import SCENARIOS


@dataclass(frozen=True, slots=True)
class Telling:
    """A scenario's best agent, and rows of its results: the hardest success, easiest failure."""

    number: int
    entry: Entry
    rate: float
    solved: int | None
    missed: int | None


def telling(group: Group) -> str:
    """Show a success and a failure of every scenario."""
    return f"""<h3>The hardest success, the easiest failure</h3>
<p>The best agent of every scenario: a solved attempt on the template it solves least, and a missed
one on the template it solves most.</p>
<div class="cards">{"".join(_card(found) for found in chosen(group))}</div>"""


def chosen(group: Group) -> list[Telling]:
    """Choose an agent by scenario, the first of equals, and two of its tasks."""
    rates = [
        by_scenario(group.metric.credit(e.run.counts), t, scenarios_of(t))
        for e in group.entries
        for t in [e.run.results.template]
    ]
    table = np.nan_to_num(np.array(rates), nan=-1.0)
    found = []
    for i in range(len(SCENARIOS)):
        best = int(table[:, i].argmax())
        if table[best, i] >= 0:
            found.append(_ends(group, group.entries[best], i + 1, float(table[best, i])))
    return found


def _ends(group: Group, entry: Entry, number: int, rate: float) -> Telling:
    """Find the least and the most solved rows of a scenario with an attempt to show."""
    results, shares = entry.run.results, group.metric.credit(entry.run.counts)
    of_template = {row.template: row.share for row in entry.score.by_template}
    own = np.flatnonzero(scenarios_of(results.template) == number).tolist()
    ranked = sorted(own, key=lambda row: (of_template[str(results.template[row])], shares[row]))
    solved = [row for row in ranked if results.solved_place[row] != NOWHERE]
    missed = [row for row in ranked if results.missed_place[row] != NOWHERE]
    first, last = solved[0] if solved else None, missed[-1] if missed else None
    return Telling(number, entry, rate, first, last)


def _card(found: Telling) -> str:
    run, figures = found.entry.run, []
    of_template = {row.template: row.share for row in found.entry.score.by_template}
    for kind, row in (("solved", found.solved), ("missed", found.missed)):
        if row is not None:
            name = str(run.results.template[row])
            words = f" of {name}: {run.metric.earned} {points(of_template[name])} %"
            figures.append(attempt_figure(run, row, kind, words))
    title = f"{found.number} {SCENARIOS[found.number - 1].replace('_', ' ')}"
    return f"""<article>
<h4>{title} <span class="tag">{escape(found.entry.label)} {points(found.rate)} %</span></h4>
<div class="pictures two">{"".join(figures)}</div>
</article>"""
