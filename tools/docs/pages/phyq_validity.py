"""What a Phy-Q score here is worth: the same agents on other tasks and under other rules."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.docs import played
from tools.docs.pages._phyq_datalab import conditions, rates
from tools.docs.pages.phyq import AGENTS, PROTOCOL, score_of
from tools.docs.tables import table
from topple.metrics.phyq.metric import PhyqScore
from topple.metrics.phyq.scale import load_published
from topple.metrics.ranks import agreement
from topple.reports.tables.text import interval, points
from topple.runs.load import Run

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Condition:
    """Tasks and rules, and the options that choose them."""

    name: str
    options: str = ""
    unfiltered: bool = False
    events: int = 1

    def folder(self, agent: str) -> str:
        """Return the folder of an agent's run; the page of results has those of served tasks."""
        return f"{agent}-{self.name.replace(' ', '-')}" if self.options else agent


CONDITIONS = (
    Condition("served"),
    Condition("unfiltered", " --unfiltered", unfiltered=True),
    Condition("two events", " --rules events_per_hit=2", events=2),
)


def parts(*, play: bool) -> dict[str, object]:
    """Play what is missing, if asked to, and return the parts of the page."""
    for agent in AGENTS if play else ():
        for each in CONDITIONS:
            played.play(
                PROTOCOL,
                each.folder(agent),
                agent,
                {},
                each.options,
                rules={"events_per_hit": each.events},
                unfiltered=each.unfiltered,
            )
    runs = {
        (agent, each): run
        for agent in AGENTS
        for each in CONDITIONS
        if (run := played.finished(PROTOCOL, each.folder(agent)))
    }
    return {"scores": scores(runs), **same_program()}


def same_program() -> dict[str, object]:
    """Return the parts about the published program, from its stored plays."""
    found = conditions()
    original = found["original"].score()
    theirs = load_published().agents["Datalab"]
    ours = np.array([row.rate.value for row in original.scenarios])
    (version,) = {each.version for each in found.values()}
    return {
        "version": version,
        "rates": rates(found),
        "ours": points(original.by_scenarios.value),
        "theirs": points(float(theirs.mean())),
        "pearson": np.corrcoef(ours, theirs)[0, 1],
        "spearman": _spearman(ours, theirs),
        "tapped": _manoeuvring(original),
        "early": _manoeuvring(found["two-events-taps"].score()),
        "plays": sum(len(each.plays) for each in found.values()),
    }


def _spearman(ours: Floats, theirs: Floats) -> float:
    found = agreement(ours, theirs)
    assert found is not None, "rates differ"
    return found.spearman


def _manoeuvring(score: PhyqScore) -> str:
    return points(score.scenarios[-1].rate.value)


def scores(runs: dict[tuple[str, Condition], Run]) -> str:
    """Return the scores of agents under every condition, and how far they are from the usual."""
    head = ("agent", "tasks", "number", "with feedback", "interval", "change", "Phy-Q", "command")
    rows = []
    for (agent, each), run in runs.items():
        score = score_of(run)
        served = runs.get((agent, CONDITIONS[0]))
        change = score.beside.value - score_of(served).beside.value if served else 0.0
        limit = f" --limit {run.settings.limit}" if run.settings.limit else ""
        rows.append(
            [
                agent,
                each.name,
                f"{len(run.results)}",
                points(score.beside.value),
                interval(score.beside),
                f"{100 * change:+.1f}" if served and each.options else "",
                points(score.score.value),
                f"`topple eval {PROTOCOL} --agent {agent}{each.options}{limit}`",
            ]
        )
    return table(head, rows, left=(0, 1, 7))
