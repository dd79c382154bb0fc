"""Phy-Q's learning agents: their runs and training curves.

The curves are kept in `docs/results/learners/*.jsonl`. Curves of new models are taken from
`out/models`, where a folder is named like `ddqn_symbols_broad`; `topple train` writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.docs.learning import Curve, keep, picture, read
from tools.docs.played import MODELS, ROOT, RUNS
from tools.docs.tables import table
from topple.agents import make_agent
from topple.metrics.bootstrap import Estimate
from topple.metrics.phyq.metric import PhyqScore
from topple.reports.tables.text import interval, points
from topple.runs.load import Run, load

CURVES = ROOT / "docs" / "results" / "learners"
PARTS = ("broad", "local")
_SEEING = ("ddqn", "relational")  # see symbols or pictures, by their settings


@dataclass(frozen=True, slots=True)
class Learner:
    """One training, and the run that tested it."""

    agent: str
    sees: str
    part: str
    curve: Curve
    run: Run
    score: PhyqScore

    @property
    def name(self) -> str:
        return f"{self.agent}, {self.sees}" if self.agent in _SEEING else self.agent

    @property
    def rate(self) -> Estimate:
        """The pass rate as the paper gives it."""
        return self.score.by_templates if self.part == "local" else self.score.by_scenarios

    @property
    def published(self) -> str:
        """The published figure of the same agent; the one of the local part is in the text."""
        metric, settings = self.run.metric, self.run.settings
        name = metric.namesake(self.agent, settings.agent_settings)
        for row in metric.originals(settings.protocol):
            if row.agent == name and self.part == "local":
                return f"about {row.figures['mean of templates'][0]:.0f}"
            if row.agent == name:
                return f"{row.figures['mean of scenarios'][0]:.1f}"
        return "none"

    @property
    def minutes(self) -> int:
        return round(float(self.curve[-1]["seconds"]) / 60)


def parts(*, play: bool) -> dict[str, object]:
    """Draw the curves and return the parts; `topple train` and `topple eval` play the games."""
    if MODELS.exists():
        keep(MODELS, CURVES)
    learners = [learner(path, RUNS) for path in sorted(CURVES.glob("*.jsonl"))]
    panels = {
        f"phyq-{part}": {one.name: one.curve for one in learners if one.part == part}
        for part in PARTS
    }
    (CURVES / "curves.svg").write_text(picture(panels))
    return figures(learners)


def learner(path: Path, runs: Path) -> Learner:
    """Load the run that belongs to a curve."""
    agent, sees, part = path.stem.split("_")
    run = load(runs / f"phyq-{part}" / (f"{agent}-{sees}" if agent in _SEEING else agent))
    score = run.metric.score(run.counts)
    assert isinstance(score, PhyqScore)
    return Learner(agent, sees, part, read(path), run, score)


def figures(learners: Sequence[Learner]) -> dict[str, object]:
    """Return the parts of the page for some trainings."""
    ordered = sorted(learners, key=lambda one: (one.part, -one.rate.value))
    rates = {(one.name, one.part): one.rate.value for one in learners if one.agent in _SEEING}
    both = [name for name, part in rates if part == "local" and (name, "broad") in rates]
    return {
        "count": len(learners),
        "minutes": _range([one.minutes for one in learners], "{:.0f}"),
        "table": _table(ordered),
        "kept": _range([100 * rates[n, "broad"] / rates[n, "local"] for n in both], "{:.0f} %"),
        "passed": _range(
            [100 * one.rate.value for one in learners if one.agent not in _SEEING], "{:.1f} %"
        ),
        "commands": _commands(ordered),
    }


def _table(learners: Sequence[Learner]) -> str:
    head = ("protocol", "agent", "sees", "pass rate", "published", "Phy-Q", "games", "updates")
    rows = []
    for one in learners:
        rate, score, last = one.rate, one.score.score, one.curve[-1]
        cells = (
            f"phyq-{one.part}",
            one.agent,
            one.sees,
            f"{points(rate.value)} ({interval(rate)})",
            one.published,
            f"{points(score.value)} ({interval(score)})",
            f"{last['games']:,.0f}",
            # Stable-Baselines3 counts shots.
            f"{last['update']:,.0f}" if one.agent in _SEEING else "",
        )
        rows.append(cells)
    return table(head, rows, left=(0, 1, 2))


def _commands(learners: Sequence[Learner]) -> str:
    lines = []
    for one in learners:
        settings = one.run.settings
        usual = make_agent(one.agent).settings()
        changed = [
            f"--set {name}={value}"
            for name, value in settings.agent_settings.items()
            if name != "model" and (name == "sees" or value != usual[name])
        ]
        words = ["topple train", settings.protocol, "--agent", one.agent, *changed]
        words += ["--minutes", f"{one.minutes}", "--out", settings.agent_settings["model"]]
        lines += [f"$ {' '.join(words)}", f"$ {settings.made_by['command']}"]
    return "\n".join(lines)


def _range(numbers: Sequence[float], form: str) -> str:
    if not numbers:
        return "an unknown share"
    low, high = form.format(min(numbers)), form.format(max(numbers))
    return low if low == high else f"{low} to {high}"
