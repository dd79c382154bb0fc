"""Rows of a leaderboard: what is shown of a run, and the figure by which it is ranked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from topple.metrics.metric import Figure
from topple.metrics.original import Original
from topple.metrics.tally import OUTCOMES
from topple.reports.tables.groups import Entry as Scored
from topple.runs.folder import ATTEMPTS
from topple.runs.load import Run, load
from topple.runs.reduce import read_attempts
from topple.runs.score import score
from topple.submissions.entries import Entry
from topple.tasks.attempt import Action
from topple.tasks.outcome import Outcome
from topple.worlds import world


@dataclass(frozen=True, slots=True)
class Row:
    """A run of an entry; rows that may differ by chance alone have the same `place`.

    `figures` begin with the ranked one; `upper` is what its value could be at most, where a
    provider failed. `stored` is the share of solving actions that are close to the stored ones;
    `like` names entries whose solving actions are the same, with the share.
    """

    entry: Entry
    scored: Scored
    ranked: Run
    figures: tuple[Figure, ...]
    upper: float | None = None
    stored: float | None = None
    like: Mapping[str, float] | None = None
    place: int | None = None

    @property
    def run(self) -> Run:
        return self.scored.run

    @property
    def simulations(self) -> int:
        """Attempts, and simulations for learning and planning, as far as they were counted."""
        return self.scored.attempts + (self.scored.practice or 0) + (self.scored.planning or 0)

    @property
    def versions(self) -> dict[str, str | int]:
        s = self.run.settings
        return {"topple": s.topple, s.world: s.world_version, s.agent: s.agent_version}

    @property
    def command(self) -> str:
        return str(self.run.settings.made_by.get("command", ""))

    @property
    def original(self) -> Original | None:
        """The published agent that this one re-implements."""
        s, metric = self.run.settings, self.run.metric
        name = metric.namesake(s.agent, s.agent_settings)
        known = metric.originals(s.protocol, s.variant)
        return next((each for each in known if each.agent == name), None)

    def facts(self) -> dict[str, Any]:
        """Return the row as plain data; shares are shares of 1."""
        card, s = self.entry.card, self.run.settings
        return {
            "place": self.place,
            "entry": self.entry.name,
            "submission": self.entry.mark,
            "badge": str(self.entry.badge),
            "withdrawn": self.entry.withdrawn,
            "card": {"agent": card.agent, "authors": list(card.authors)},
            "agent": s.agent,
            "settings": dict(s.agent_settings),
            "seed": s.seed,
            "harness": str(card.harness),
            "tools": card.tools,
            "figures": {figure.title: _plain(figure) for figure in self.figures},
            "upper_bound": _round(self.upper),
            "near_stored_solutions": _round(self.stored),
            "same_actions_as": {k: _round(v) for k, v in (self.like or {}).items()},
            "in_the_original_engine": published(self.original) if self.original else None,
            "tasks": self.scored.score.tasks,
            "outcomes": self.scored.outcomes,
            "simulations": self.simulations,
            "wall_s": round(self.scored.wall_s, 3),
            "tokens": self.scored.tokens,
            "cost_usd": round(card.cost_usd, 6),
            "versions": self.versions,
            "commit": s.made_by.get("commit", ""),
            "command": self.command,
            "warnings": self.scored.warnings,
        }


def make_row(entry: Entry, scored: Scored) -> Row:
    run = scored.run
    s = run.settings
    upper = None
    ranked = run
    figures = scored.score.figures
    if s.asked and scored.outcomes[Outcome.FAILED]:
        ranked = load(run.folder, failures_count=True)
        figures = score(ranked).figures
        upper = _upper(run)
    return Row(entry, scored, ranked, figures, upper)


def _upper(run: Run) -> float | None:
    """Return the score if every task that a provider cut short had been solved next."""
    counts = run.counts
    if counts.cut is None or run.metric.reads_attempts:
        return None
    failed = run.results.outcomes[:, OUTCOMES.index(Outcome.FAILED)] > 0
    next_one = np.where(counts.cut & failed, counts.counted + 1, counts.solved_at)
    return run.metric.score(replace(counts, solved_at=next_one, cut=None)).headline.value


def name_likeness(rows: Sequence[Row], found: dict[tuple[Any, ...], list[Row]]) -> None:
    """Add to each row what its solving actions are like."""
    by_tasks: dict[tuple[Any, ...], list[tuple[str, Solving]]] = {}
    own = {id(row): solving(row.run) for row in rows}
    for row in rows:
        tasks = row.run.settings.board
        by_tasks.setdefault(tasks, []).append((row.entry.name, own[id(row)]))
    for held in found.values():
        for at, row in enumerate(held):
            actions = own[id(row)]
            others = by_tasks[row.run.settings.board]
            shares = {n: share_equal(actions, o) for n, o in others if n != row.entry.name}
            # Runs of one's own are nobody's copy.
            shares = shares if row.entry.mark else {}
            like = {name: share for name, share in shares.items() if share >= ALIKE}
            held[at] = replace(row, like=like, stored=share_stored(row.run, actions))


def _plain(figure: Figure) -> dict[str, Any]:
    ends = figure.estimate.interval
    return {
        "value": _round(figure.estimate.value),
        "interval": [_round(end) for end in ends] if ends else None,
    }


def published(row: Original) -> dict[str, Any]:
    figures = {
        title: {"value": round(value, 4), "sd": sd} for title, (value, sd) in row.figures.items()
    }
    return {"agent": row.agent, "figures": figures}


def _round(value: float | None) -> float | None:
    return None if value is None or np.isnan(value) else round(float(value), 6)


NEAR = 1 / 256  # in every number of an action: what random play or a ranker hardly hits
ALIKE = 0.9  # the share of an entry's solving actions from which on another's are named

Solving = Mapping[tuple[int, str], Action]


def solving(run: Run) -> Solving:
    """Return the first solving action of every task that a run solved."""
    found: dict[tuple[int, str], tuple[int, Action]] = {}
    for number, key, action in _solving(run.folder):
        if key not in found or number < found[key][0]:
            found[key] = number, action
    return {key: action for key, (_, action) in found.items()}


def _solving(folder: Path) -> Iterator[tuple[int, tuple[int, str], Action]]:
    for each in read_attempts(folder / ATTEMPTS):
        if each.outcome is Outcome.SOLVED and each.action is not None:
            action = tuple(0.0 if number is None else number for number in each.action)
            yield each.number, (each.fold, each.task), action


def share_stored(run: Run, actions: Solving) -> float | None:
    """Return the share of solving actions that are close to the stored one in every number.

    None if no task was solved, or where models answer questions: a right answer is the stored one.
    """
    if not actions or run.metric.reads_attempts or run.settings.asked:
        return None
    own = world(run.settings.world, run.settings.choices.rules)
    near = 0
    for (_, name), action in actions.items():
        stored = own.certificate(own.task(name))
        near += stored is not None and is_near(action, stored.solution)
    return near / len(actions)


def is_near(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two actions differ by at most `NEAR` in every number."""
    pairs = zip(one, other, strict=False)
    return len(one) == len(other) and all(abs(a - b) <= NEAR for a, b in pairs)


def share_equal(actions: Solving, others: Solving) -> float:
    """Return the share of solving actions that are equal to the other's, bit for bit."""
    same = sum(others.get(key) == action for key, action in actions.items())
    return same / len(actions) if actions else 0.0
