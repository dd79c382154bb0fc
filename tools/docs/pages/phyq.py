"""Phy-Q: agents under the broad protocol, next to the published figures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tools.docs import played
from tools.docs.tables import table
from topple.metrics.bootstrap import Estimate
from topple.metrics.metric import metric
from topple.metrics.phyq.metric import PhyqScore
from topple.metrics.phyq.rates import phyq_score
from topple.metrics.phyq.scale import load_published, namesake
from topple.metrics.ranks import agreement
from topple.reports.tables.text import duration, interval, points
from topple.runs.load import Run
from topple.worlds.birds.rules import TIME_STEP
from topple.worlds.birds.template import SCENARIOS

PROTOCOL = "phyq-broad"
AGENTS = ("random", "pig-shooter", "datalab-like", "eagles-wing-like", "bambirds-like")
TRAINED = ("birds-ranker",)  # shown where a run is there; nothing here trains it
LOCAL = "phyq-local"


def parts(*, play: bool) -> dict[str, object]:
    """Play what is missing, if asked to, and return the parts of the page."""
    for protocol in (PROTOCOL, LOCAL):
        for name in AGENTS if play else ():
            played.play(protocol, name, name, {}, "")
    shown = (*AGENTS, *TRAINED)
    runs = {name: run for name in shown if (run := played.finished(PROTOCOL, name))}
    known = {name: run for name in AGENTS if (run := played.finished(LOCAL, name))}
    scores = {name: score_of(found) for name, found in runs.items()}
    return {
        "rates": _rates(scores, feedback=False),
        "feedback": _rates(scores, feedback=True),
        "ranks": _ranks(scores),
        "step": TIME_STEP,
        "times": _times(runs),
        "local": _local(known),
    }


def _local(runs: dict[str, Run]) -> str:
    """Return the rows of new tasks of known templates."""
    head = (
        *("agent", "tasks", "Phy-Q", "interval", "with feedback", "interval"),
        *("mean of templates", "interval", "published", "command"),
    )
    rows = []
    for name, found in runs.items():
        score, twin = score_of(found), namesake(name)
        theirs = load_published().local.get(twin or "")
        rows.append(
            [
                name,
                f"{len(found.results):,}",
                points(score.score.value),
                interval(score.score),
                points(score.beside.value),
                interval(score.beside),
                points(score.by_templates.value),
                interval(score.by_templates),
                f"{100 * theirs:.0f}" if theirs is not None else "",
                f"`topple eval {LOCAL} --agent {name}`",
            ]
        )
    return table(head, rows, left=(0, 9))


def score_of(found: Run) -> PhyqScore:
    """Return the Phy-Q results of a run."""
    score = metric("phyq").score(found.counts)
    assert isinstance(score, PhyqScore)
    return score


def _rates(scores: dict[str, PhyqScore], *, feedback: bool) -> str:
    """Return the rates of first attempts, or of all, with the score that counts them."""
    known = load_published()
    head, last = ["scenario"], ["**Phy-Q with feedback**" if feedback else "**Phy-Q score**"]
    for name, score in scores.items():
        twin, found = namesake(name), score.beside if feedback else score.score
        head += [name, "interval", *(["published"] if twin else [])]
        last += [f"**{points(found.value)}**", interval(found)]
        last += [f"{phyq_score(known.agents[twin]):.1f}"] if twin else []
    rows = []
    for i in range(len(SCENARIOS)):
        cells = [_title(i)]
        for name, score in scores.items():
            own = _of(score, feedback=feedback).get(i + 1)
            cells += [points(own.value), interval(own)] if own else ["no tasks", ""]
            cells += [points(_theirs(name, i))] if namesake(name) else []
        rows.append([*cells, points(float(known.human_mean[i]))])
    return table([*head, "people"], [*rows, [*last, "100"]])


def _of(score: PhyqScore, *, feedback: bool) -> dict[int, Estimate]:
    """Return the rates by number of the scenario."""
    rows = score.scenarios_beside if feedback else score.scenarios
    return {row.number: row.rate for row in rows}


def _ranks(scores: dict[str, PhyqScore]) -> str:
    """Compare orders of scenarios for agents that have published figures."""
    rows = []
    for name in filter(namesake, scores):
        pairs = [(_own(scores[name], i), _theirs(name, i)) for i in range(len(SCENARIOS))]
        rows.append([name, *_agreement(*zip(*pairs, strict=True))])
    return table(("order of scenarios of", "rho", "tau", "compared"), rows)


def _times(runs: dict[str, Run]) -> str:
    head = ("agent", "version of birds", "tasks", "attempts a task", "simulated", "wall time")
    rows = []
    for name, found in runs.items():
        results = found.results
        game, wall = float(results.steps.sum()) * TIME_STEP, float(results.wall_ms.sum()) / 1000
        version, attempts = found.settings.world_version, found.settings.attempts
        cells = [name, f"{version}", f"{len(results)}", f"{attempts}", duration(game)]
        command = f"`{_command(found)}`"
        rows.append([*cells, duration(wall), f"{game / wall:,.0f}", command])
    return table((*head, "times real time", "command"), rows)


def _command(run: Run) -> str:
    """Return the recorded command without its folder."""
    return str(run.settings.made_by["command"]).partition(" --out ")[0]


def _title(i: int) -> str:
    return f"{i + 1} {SCENARIOS[i].replace('_', ' ')}"


def _own(score: PhyqScore, i: int) -> float:
    """Return a rate over all attempts, which are more: these agents learn from none of them."""
    own = _of(score, feedback=True).get(i + 1)
    return own.value if own else np.nan


def _theirs(name: str, i: int) -> float:
    twin = namesake(name)
    return float(load_published().agents[twin][i]) if twin else np.nan


def _agreement(ours: Sequence[float], theirs: Sequence[float]) -> tuple[str, str, str]:
    pairs = np.array([ours, theirs]).T.reshape(-1, 2)
    known = pairs[~np.isnan(pairs).any(axis=1)]
    found = agreement(known[:, 0], known[:, 1])
    if found is None:
        return "", "", f"{len(known)}"
    return f"{found.spearman:.2f}", f"{found.kendall:.2f}", f"{found.count}"
