"""Write the page of Phy-Q's learning agents from their runs and training curves.

    python tools/learner_results.py

Reads `docs/results/learners/*.jsonl`, which `topple train` wrote, and the runs of the same agents
under `out/results`; writes `docs/results/learners.md` and its picture of the curves.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from topple.metrics.bootstrap import Estimate
from topple.metrics.metric import metric
from topple.metrics.phyq_metric import PhyqScore
from topple.protocols import protocol
from topple.reports.tables_text import interval, points
from topple.runs.load import load

ROOT = Path(__file__).parents[1]
RUNS = ROOT / "out" / "results"
PAGE = ROOT / "docs" / "results" / "learners.md"
CURVES = PAGE.with_suffix("")
_INTRO = """\
# Phy-Q's learning agents

One network for all training tasks, one attempt a tested task. *Pass rate* is in per cent, as the
paper gives it: the mean over templates for `phyq-local`, over scenarios for `phyq-broad`. *Phy-Q*
is the score on the scale of people. Intervals are 95 %. *Published* are the paper's figures in its
own engine, where every template (local) or scenario (broad) had a network of its own.

Six trainings shared one NVIDIA H200 and 16 CPU cores for six minutes, all at once: these are the
figures of a short budget, and the training curves still rise.

"""
_FINDING = """
The paper finds that learners do well on new tasks of templates they know and poorly on templates
they do not. So it is here: across templates an agent keeps {share} of its pass rate.

![Pass rate of practice games against seconds of training](learners/curves.svg)

Curves are the share of practice games that the best angles solved. Practice never repeats a shot,
so they rise even where nothing carries over.

"""
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _RIGHT = 720, 320, 50, 40, 190
PUBLISHED = {
    ("ddqn", "symbols", "local"): "about 33",
    ("ddqn", "picture", "local"): "about 24",
    ("relational", "symbols", "local"): "about 33",
    ("ddqn", "symbols", "broad"): "12.1",
    ("ddqn", "picture", "broad"): "10.0",
    ("relational", "symbols", "broad"): "14.1",
}


@dataclass(frozen=True)
class Learner:
    """One training and the run that tested it."""

    agent: str
    sees: str
    part: str
    curve: list[dict[str, Any]]
    score: PhyqScore

    @property
    def rate(self) -> Estimate:
        """The pass rate as the paper gives it."""
        return self.score.by_templates if self.part == "local" else self.score.by_scenarios

    @property
    def name(self) -> str:
        return f"{self.agent}, {self.sees}, {self.part}"


def main() -> int:
    """Write the page and the picture."""
    learners = [_learner(path) for path in sorted(CURVES.glob("*.jsonl"), key=_order)]
    (CURVES / "curves.svg").write_text(_picture(learners))
    rates = {(one.agent, one.sees, one.part): one.rate.value for one in learners}
    shares = [rates[a, s, "broad"] / rates[a, s, "local"] for a, s, p in rates if p == "local"]
    share = f"{min(shares):.0%} to {max(shares):.0%}"
    PAGE.write_text(_INTRO + _table(learners) + _FINDING.format(share=share) + _commands(learners))
    print(PAGE.relative_to(ROOT))
    return 0


def _order(path: Path) -> tuple[str, str]:
    agent, sees, part = path.stem.split("_")
    return part, f"{agent} {sees}"


def _learner(path: Path) -> Learner:
    agent, sees, part = path.stem.split("_")
    run = load(RUNS / f"phyq-{part}" / f"{agent}-{sees}")
    score = metric(protocol(f"phyq-{part}").metric).score(run.counts)
    assert isinstance(score, PhyqScore)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return Learner(agent, sees, part, rows, score)


def _table(learners: list[Learner]) -> str:
    lines = ["| protocol | agent | sees | pass rate | published | Phy-Q | updates | games |\n"]
    lines.append("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
    for one in learners:
        rate, score, last = one.rate, one.score.score, one.curve[-1]
        cells = (
            f"phyq-{one.part}",
            one.agent,
            one.sees,
            f"{points(rate.value)} ({interval(rate)})",
            PUBLISHED[one.agent, one.sees, one.part],
            f"{points(score.value)} ({interval(score)})",
            f"{last['update']:,.0f}",
            f"{last['games']:,.0f}",
        )
        lines.append(f"| {' | '.join(cells)} |\n")
    return "".join(lines)


def _commands(learners: list[Learner]) -> str:
    lines = ["```console\n"]
    for one in learners:
        told = f"--set sees={one.sees}"
        folder = f"models/{one.agent}_{one.sees}_{one.part}"
        budget = "--minutes 5.9 --set round_games=4000 --set round_updates=200"
        train = f"topple train {one.agent} --protocol phyq-{one.part} {told} {budget}"
        lines.append(f"$ {train} --out {folder}\n")
        test = f"topple eval phyq-{one.part} --agent {one.agent} {told} --set model={folder}"
        lines.append(f"$ {test}\n")
    return "".join(lines) + "```\n"


def _picture(learners: list[Learner]) -> str:
    most = max(one.curve[-1]["seconds"] for one in learners)
    across, down = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _BOTTOM - 12

    def place(seconds: float, share: float) -> str:
        return f"{_LEFT + across * seconds / most:.1f} {12 + down * (1 - share / 0.5):.1f}"

    parts = []
    for percent in range(0, 51, 10):
        y = 12 + down * (1 - percent / 50)
        parts.append(f'<path stroke="#ddd" d="M{_LEFT} {y:.1f}H{_LEFT + across}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    for seconds in range(0, int(most) + 1, 60):
        x = _LEFT + across * seconds / most
        y = _HEIGHT - _BOTTOM + 18
        parts.append(f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{seconds} s</text>')
    for i, one in enumerate(learners):
        rows = [row for row in one.curve if row["passed"] is not None]
        path = "L".join(place(row["seconds"], row["passed"]) for row in rows)
        colour = _COLOURS[i % len(_COLOURS)]
        parts.append(f'<path fill="none" stroke="{colour}" stroke-width="2" d="M{path}"/>')
        y = 24 + 20 * i
        x = _LEFT + across + 14
        parts.append(f'<path stroke="{colour}" stroke-width="3" d="M{x} {y - 4}h18"/>')
        parts.append(f'<text x="{x + 24}" y="{y}">{one.name}</text>')
    style = 'font-family="sans-serif" font-size="12" fill="#333"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" {style}>'
    return f"{head}{ground}{''.join(parts)}</svg>\n"


if __name__ == "__main__":
    sys.exit(main())
