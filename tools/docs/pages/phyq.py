"""Phy-Q: agents under the broad protocol, next to the published figures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tools.docs import played
from tools.docs.tables import table
from tools.docs.text import fill
from topple.metrics.metric import metric
from topple.metrics.phyq.metric import PhyqScore
from topple.metrics.phyq.rates import phyq_score
from topple.metrics.phyq.scale import namesake, published
from topple.metrics.ranks import agreement
from topple.reports.tables.text import duration, interval, points
from topple.runs.load import Run
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.template import SCENARIOS

PROTOCOL = "phyq-broad"
AGENTS = ("random", "pig-shooter", "datalab-like", "eagles-wing-like", "bambirds-like")
LOCAL = "phyq-local"
_LOCAL = """
## New tasks of known templates

`phyq-local` tests on the last 20 tasks of all 75 templates. *Published* is the mean pass rate of
the paper's agent of that name, in the original game; those of learners are on
[their page](learners.md).
"""


def build(*, play: bool) -> str:
    """Play what is missing, if asked to, and return the page."""
    for protocol in (PROTOCOL, LOCAL):
        for name in AGENTS if play else ():
            played.play(protocol, name, name, {}, "")
    runs = {name: run for name in AGENTS if (run := played.finished(PROTOCOL, name))}
    known = {name: run for name in AGENTS if (run := played.finished(LOCAL, name))}
    return page(runs) + (local(known) if known else "")


def page(runs: dict[str, Run]) -> str:
    """Return the page for some finished runs, by agent."""
    scores = {name: score_of(found) for name, found in runs.items()}
    rates, ranks = _rates(scores), _ranks(scores)
    return fill(__file__, rates=rates, ranks=ranks, step=TIME_STEP, times=_times(runs))


def local(runs: dict[str, Run]) -> str:
    """Return the part about new tasks of known templates, for some finished runs by agent."""
    head = ("agent", "tasks", "Phy-Q", "interval", "mean of templates", "interval", "published")
    rows = []
    for name, found in runs.items():
        score, twin = score_of(found), namesake(name)
        theirs = published().local.get(twin or "")
        rows.append(
            [
                name,
                f"{len(found.results):,}",
                points(score.score.value),
                interval(score.score),
                points(score.by_templates.value),
                interval(score.by_templates),
                f"{100 * theirs:.0f}" if theirs is not None else "",
                f"`topple eval {LOCAL} --agent {name}`",
            ]
        )
    return _LOCAL + "\n" + table((*head, "command"), rows, left=(0, 7))


def score_of(found: Run) -> PhyqScore:
    """Return the Phy-Q results of a run."""
    score = metric("phyq").score(found.counts)
    assert isinstance(score, PhyqScore)
    return score


def _rates(scores: dict[str, PhyqScore]) -> str:
    known = published()
    head = ["scenario"]
    for name in scores:
        head += [name, "interval", *(["published"] if namesake(name) else [])]
    rows = []
    for i in range(len(SCENARIOS)):
        cells = [_title(i)]
        for name, score in scores.items():
            own = {row.number: row.rate for row in score.scenarios}.get(i + 1)
            cells += [points(own.value), interval(own)] if own else ["no tasks", ""]
            cells += [points(_theirs(name, i))] if namesake(name) else []
        rows.append([*cells, points(float(known.human_mean[i]))])
    last, first = ["**Phy-Q score**"], ["first attempts"]
    for name, score in scores.items():
        twin = namesake(name)
        theirs = [f"{phyq_score(known.agents[twin]):.1f}"] if twin else []
        last += [f"**{points(score.score.value)}**", interval(score.score), *theirs]
        first += [points(score.first.value), interval(score.first), *([""] if twin else [])]
    return "\n" + table([*head, "people"], [*rows, [*last, "100"], [*first, ""]])


def _ranks(scores: dict[str, PhyqScore]) -> str:
    """Compare orders of scenarios for agents that have published figures."""
    rows = []
    for name in filter(namesake, scores):
        pairs = [(_own(scores[name], i), _theirs(name, i)) for i in range(len(SCENARIOS))]
        rows.append([name, *_agreement(*zip(*pairs, strict=True))])
    return "\n" + table(("order of scenarios of", "rho", "tau", "compared"), rows)


def _times(runs: dict[str, Run]) -> str:
    head = ("agent", "version of birds", "tasks", "attempts a task", "simulated", "wall time")
    rows = []
    for name, found in runs.items():
        results = found.results
        game, wall = float(results.steps.sum()) * TIME_STEP, float(results.wall_ms.sum()) / 1000
        version, attempts = found.settings.world_version, found.settings.attempts
        cells = [name, f"{version}", f"{len(results)}", f"{attempts}", duration(game)]
        command = f"`topple eval {PROTOCOL} --agent {name}`"
        rows.append([*cells, duration(wall), f"{game / wall:,.0f}", command])
    return "\n" + table((*head, "times real time", "command"), rows)


def _title(i: int) -> str:
    return f"{i + 1} {SCENARIOS[i].replace('_', ' ')}"


def _own(score: PhyqScore, i: int) -> float:
    return {row.number: row.rate.value for row in score.scenarios}.get(i + 1, np.nan)


def _theirs(name: str, i: int) -> float:
    twin = namesake(name)
    return float(published().agents[twin][i]) if twin else np.nan


def _agreement(ours: Sequence[float], theirs: Sequence[float]) -> tuple[str, str, str]:
    pairs = np.array([ours, theirs]).T.reshape(-1, 2)
    known = pairs[~np.isnan(pairs).any(axis=1)]
    found = agreement(known[:, 0], known[:, 1])
    if found is None:
        return "", "", f"{len(known)}"
    return f"{found.spearman:.2f}", f"{found.kendall:.2f}", f"{found.count}"
