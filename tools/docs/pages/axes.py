"""Both axes of models, what is shown and what may be used: players in every cell of six worlds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tools.docs.played import ROOT, RUNS
from tools.docs.tables import share, table
from topple.progress import Bar
from topple.prompting.symbols import SHOWS
from topple.runs.folder import FINISHED
from topple.runs.score import score
from topple.vlm.direct import play_directly
from topple.vlm.evaluate import evaluate_model
from topple.vlm.options import usual_setup
from topple.vlm.plan import ModelPlan
from topple.vlm.plan_questions import plan_of

TASKS = 20  # per fold and cell
ANY = "any"
SIMULATE = "simulate:5"
WORLDS = ("phyre", "birds", "iphyre", "kinetix", "pool", "rope")
_STORED = ROOT / "docs" / "results" / "axes.json"


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the cells of what is shown and what may be used; it may play alike in several."""

    player: str
    shown: str = ANY
    tools: str = ANY

    @property
    def name(self) -> str:
        return f"{self.player} {self.shown} {self.tools}"


ROWS = (
    Row("mock"),
    Row("example"),
    Row("oracle"),
    Row("tries", tools=SIMULATE),
    *(Row("student", shown) for shown in SHOWS),
)


def parts(*, play: bool) -> dict[str, object]:
    """Play what is not stored, and return the parts of the page."""
    stored = json.loads(_STORED.read_text())
    for row in ROWS:
        known = stored.setdefault(row.name, {})
        for name in (f"deepphy-{each}" for each in WORLDS):
            found = _new_cell(name, row, play and name not in known)
            if found and found != known.get(name):
                known[name] = found
                _STORED.write_text(json.dumps(stored, indent=1) + "\n")
    return {"tasks": TASKS, "cells": _table(stored)}


def _table(stored: dict[str, dict[str, str]]) -> str:
    rows = [
        (
            *(f"`{row.player}`", row.shown, row.tools),
            *(stored[row.name].get(f"deepphy-{each}", "") for each in WORLDS),
        )
        for row in ROWS
    ]
    return table(("player", "shown", "tools", *WORLDS), rows, left=(0, 1, 2))


def _new_cell(name: str, row: Row, play: bool) -> str:
    """Return the score of a run that is finished, played now if asked to; else nothing."""
    path = RUNS / name / f"axes-{row.name.replace(' ', '-').replace(':', '-')}"
    if play and row.player != "student":
        _play(_plan(name, row), path, row)
    return share(score(path).headline, 1) if (path / FINISHED).exists() else ""


def _plan(name: str, row: Row) -> ModelPlan:
    chosen = {"shows": row.shown, "tools": row.tools}
    asking = usual_setup(name) | {axis: value for axis, value in chosen.items() if value != ANY}
    return plan_of(name, asking, f"topple/{row.player}", limit=TASKS)


def _play(plan: ModelPlan, path: Path, row: Row) -> None:
    """Play a cell; only who uses tools is asked through Inspect."""
    with Bar(f"{plan.protocol.name} {path.name}", "tasks") as bar:
        if row.tools == SIMULATE:
            evaluate_model(plan, path, watch=lambda done, of, _: bar.update(done, of))
        else:
            play_directly(plan, path, unasked=True)
