"""The templates an agent does best and worst, with one attempt of each kind played again."""

from __future__ import annotations

from html import escape

import numpy as np

from topple.metrics.metric import TemplateScore
from topple.metrics.tally import NOWHERE
from topple.reports.replays import SIZE, Replay, find_task, replay, scene
from topple.reports.tables.groups import Entry, Group
from topple.reports.tables.text import points
from topple.reports.transcripts import NO_TRANSCRIPTS, Transcripts
from topple.runs.load import Run

SHOWN = 3  # templates at either end
MOST_RUNS = 4  # with pictures; each adds about half a megabyte


def captions(group: Group) -> dict[str, str]:
    """Give what each template asks for, in words."""
    found: dict[str, str] = {}
    for entry in group.entries:
        results = entry.run.results
        names, places = np.unique(results.template, return_index=True)
        for name, place in zip(names.tolist(), places.tolist(), strict=True):
            if name not in found:
                task = find_task(entry.run.settings.world, str(results.task[place]))
                found[name] = task.caption if task else ""
    return found


def showcase(group: Group, told: Transcripts) -> str:
    """Show the best and worst templates of each run, the first one opened."""
    parts = ["<h3>Best and worst</h3>"]
    for i, entry in enumerate(group.entries[:MOST_RUNS]):
        rows = entry.score.by_template
        best = rows[:SHOWN]
        worst = rows[max(SHOWN, len(rows) - SHOWN) :]
        cards = [_card(entry, row, "best", told) for row in best]
        cards += [_card(entry, row, "worst", told) for row in worst]
        parts.append(
            f"<details{' open' if i == 0 else ''}><summary>{escape(entry.label)}</summary>"
            f'<div class="cards">{"".join(cards)}</div></details>'
        )
    return "\n".join(parts)


def _card(entry: Entry, row: TemplateScore, kind: str, told: Transcripts) -> str:
    run = entry.run
    chosen = _chosen(run, row.template)
    first = next(iter(chosen.values()))
    task = find_task(run.settings.world, str(run.results.task[first]))
    pictures = [_figure(scene(task), "The scene")] if task else []
    for name, index in chosen.items():
        if name != "scene":
            pictures.append(attempt_figure(run, index, name, told=told))
    caption = f"<p>{escape(task.caption)}</p>" if task else ""
    earned = f"{run.metric.earned} {points(row.share)}"
    return f"""<article class="{kind}">
<h4>{escape(row.template).replace("_", "_<wbr>")} <span class="tag">{kind}</span></h4>
{caption}
<p class="facts">{earned} · {row.solved} of {row.tasks} tasks solved</p>
<div class="pictures">{"".join(pictures)}</div>
</article>"""


def _chosen(run: Run, template: str) -> dict[str, int]:
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


def attempt_figure(
    run: Run, index: int, kind: str, more: str = "", told: Transcripts = NO_TRANSCRIPTS
) -> str:
    """Play the attempt of a row again that solved its task, or one that missed."""
    results = run.results
    places = results.solved_place if kind == "solved" else results.missed_place
    attempt = run.attempt(int(places[index]))
    task = find_task(run.settings.world, attempt.task)
    if task is None:
        return ""
    words = f"{attempt.outcome.capitalize()}, try {attempt.number}{more}"
    return _figure(replay(task, attempt), words, told.attempt(run.folder, attempt, words))


def _figure(found: Replay | None, words: str, below: str = "") -> str:
    """Show a picture; `below` are the words under it, where they are more than words."""
    if found is None:
        return ""
    size = f'width="{SIZE}" height="{SIZE}"'
    moving = f'<img class="moving" src="{found.moving}" {size} alt="">' if found.moving else ""
    kind = "still behind" if found.moving else "still"
    told = escape(f"{words}: {found.words}")
    still = f'<img class="{kind}" src="{found.still}" {size} alt="{told}">'
    return f"<figure>{moving}{still}<figcaption>{below or escape(words)}</figcaption></figure>"
