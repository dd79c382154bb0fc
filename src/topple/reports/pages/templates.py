"""Templates on a page: a heatmap, and replays of those an agent does best and worst."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from topple.metrics.tally import NOWHERE
from topple.metrics.templates import TemplateScore
from topple.reports.charts.heatmap import About, heatmap, key
from topple.reports.pages.figures import Figure, attempt_figure, scene_figure
from topple.reports.pages.render import render
from topple.reports.pages.section import slug
from topple.reports.replays import thumbnail
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import points
from topple.reports.transcripts import Transcripts
from topple.runs.find import find_task
from topple.runs.load import Run
from topple.tasks.question import Question
from topple.tasks.task import Task

if TYPE_CHECKING:
    from markupsafe import Markup

_SHOWN = 3  # templates shown of the easiest, and of the hardest
_MOST_RUNS = 4  # runs with films; each adds about a quarter of a megabyte


@dataclass(frozen=True, slots=True)
class _Card:
    """One template of an agent; `kind` is best or worst."""

    anchor: str
    kind: str
    template: str
    caption: str
    facts: str
    figures: list[Figure]


@dataclass(frozen=True, slots=True)
class _Run:
    label: str
    cards: list[_Card]


def templates(group: Group, transcripts: Transcripts) -> Markup:
    """Return the heatmap, and the best and worst templates of each run with replays."""
    runs = [
        _Run(entry.label, _cards(entry, anchor(group, str(number)), transcripts))
        for number, entry in enumerate(group.entries[:_MOST_RUNS])
    ]
    # The run that comes first is open, so its cards come last here: they win.
    links = {card.template: card.anchor for run in reversed(runs) for card in run.cards}
    values = {
        "earned": group.metric.earned,
        "heatmap": heatmap(group, about(group, links)),
        "key": key(),
        "runs": runs,
    }
    return render("reports/pages/templates.html", values)


def ends(group: Group, transcripts: Transcripts) -> list[Figure]:
    """Return a solved attempt at the best template of the first run, and a missed one at the worst.

    Templates without such an attempt are passed over.
    """
    run, rows = group.entries[0].run, group.entries[0].score.by_template
    shown = partial(attempt_figure, judged=bool(group.entries[0].score.against))
    found: list[Figure] = []
    for name, ordered in (("solved", rows), ("missed", rows[::-1])):
        chosen = (_choose(run, row.template) for row in ordered)
        place = next((each[name] for each in chosen if name in each), None)
        if place is not None:
            found += shown(run, place, name, transcripts=transcripts, quoted=True)
    return found


def about(group: Group, links: Mapping[str, str]) -> dict[str, About]:
    """Return caption and picture of each template, and the link to its films, if there are any."""
    found: dict[str, About] = {}
    for entry in group.entries:
        results = entry.run.results
        names, places = np.unique(results.template, return_index=True)
        for name, place in zip(names.tolist(), places.tolist(), strict=True):
            if name in found:
                continue
            if task := find_task(entry.run.settings, str(results.task[place])):
                found[name] = About(_caption(task), thumbnail(task), links.get(name, ""))
    return found


def _caption(task: Task) -> str:
    """Return the caption of a task; that of a question would give its answer away."""
    return (task.scene(None)[0] if isinstance(task, Question) else task).caption


def anchor(group: Group, *more: str) -> str:
    """Return an anchor that no other group of a page has."""
    return slug(" ".join([group.protocol, group.variant, group.part, *more]))


def _cards(entry: Entry, prefix: str, transcripts: Transcripts) -> list[_Card]:
    rows = entry.score.by_template
    best = [row for row in rows[:_SHOWN] if row.share > 0]
    worst = rows[max(len(best), len(rows) - _SHOWN) :]
    return [
        *(_card(entry.run, row, "best", prefix, transcripts) for row in best),
        *(_card(entry.run, row, "worst", prefix, transcripts) for row in worst),
    ]


def _card(run: Run, row: TemplateScore, kind: str, prefix: str, transcripts: Transcripts) -> _Card:
    chosen = _choose(run, row.template)
    first = next(iter(chosen.values()))
    task = find_task(run.settings, str(run.results.task[first]))
    figures: list[Figure] = []
    for name, index in chosen.items():
        if name != "scene":
            figures += attempt_figure(run, index, name, transcripts=transcripts)
    if task and not figures:
        figures = scene_figure(task)
    facts = f"{run.metric.earned} {points(row.share)} · {row.solved} of {row.tasks} tasks solved"
    return _Card(
        slug(f"{prefix} {row.template}"),
        kind,
        row.template,
        _caption(task) if task else "",
        facts,
        figures,
    )


def _choose(run: Run, template: str) -> dict[str, int]:
    """Choose rows with a solved and a missed attempt to show, both of one task if possible."""
    results = run.results
    own = np.flatnonzero(results.template == template)
    solved = own[results.solved_place[own] != NOWHERE]
    missed = own[results.missed_place[own] != NOWHERE]
    both = np.intersect1d(solved, missed)
    found = {}
    if len(solved):
        found["solved"] = int(both[0] if len(both) else solved[0])
    if len(missed):
        found["missed"] = int(both[0] if len(both) else missed[0])
    return found or {"scene": int(own[0])}
