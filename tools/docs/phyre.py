"""Play the baselines on PHYRE's setups, all folds, and write the tables of the docs.

    python tools/results.py [--only phyre-b-within] [--agents random,memory] [--no-play]

Runs are kept under `out/results` and go on where they stopped. Writes `docs/results/phyre.md`, and
floors and ceilings of every protocol whose runs are finished to `src/topple/protocols/references`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from topple.agents import make_agent
from topple.metrics.score import Score, score
from topple.protocols import protocol
from topple.protocols.references import FOLDER as REFERENCES
from topple.runs.evaluate import Plan, run
from topple.runs.load import Run, load
from topple.runs.watch import RunBars

ROOT = Path(__file__).parents[2]
RUNS = ROOT / "out" / "results"
PAGE = ROOT / "docs" / "results" / "phyre.md"
PROTOCOLS = ("phyre-b-within", "phyre-b-cross", "phyre-2b-within", "phyre-2b-cross")
_INTRO = """\
# PHYRE: what agents get

Mean and standard deviation over the ten folds of the test split, in per cent, as in PHYRE's paper.
The interval beside AUCCESS is clustered by template: see
[about the numbers](../concepts/statistics.md). *Published* is the paper's figure. Ours come from
playing every attempt. `python tools/results.py` rebuilds this page; each row names its command.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One agent under one protocol, and what the paper says of it: AUCCESS, success at 10."""

    agent: str
    settings: dict[str, str] = field(default_factory=dict)
    published: tuple[str, str] = ("", "")

    @property
    def name(self) -> str:
        return "-".join([self.agent, *(f"{k}-{v}" for k, v in self.settings.items())])


ROWS: dict[str, list[Row]] = {
    "phyre-b-within": [
        Row("random", {"listed": "true"}, ("13.7 ± 0.5", "7.7 ± 0.8")),
        Row("memory", {}, ("", "")),
        Row("memory", {"first_only": "true"}, ("2.4 ± 0.3", "2.7 ± 0.5")),
    ],
    "phyre-b-cross": [
        Row("random", {"listed": "true"}, ("13.0 ± 5.0", "6.8 ± 5.0")),
        Row("memory", {}, ("18.5 ± 5.1", "15.2 ± 5.9")),
        Row("memory-online", {"weight": "10"}, ("22.8 ± 5.0", "20.1 ± 5.6")),
    ],
    "phyre-2b-within": [
        Row("random", {"listed": "true"}, ("3.6 ± 0.6", "3.2 ± 0.9")),
        Row("memory", {}, ("", "")),
        Row("memory", {"first_only": "true"}, ("3.2 ± 0.2", "3.4 ± 0.3")),
    ],
    "phyre-2b-cross": [
        Row("random", {"listed": "true"}, ("2.6 ± 1.5", "2.2 ± 1.8")),
        Row("memory", {}, ("3.7 ± 2.3", "1.9 ± 1.6")),
        Row("memory-online", {"weight": "1"}, ("4.9 ± 3.1", "3.8 ± 3.2")),
    ],
}
FLOORS = [Row("constant"), Row("oracle")]


def main() -> int:
    """Play what is missing, then write."""
    parser = argparse.ArgumentParser(description="Play the baselines and write the tables.")
    parser.add_argument("--only", choices=PROTOCOLS, help="one protocol")
    parser.add_argument("--agents", help="some agents, with commas between")
    parser.add_argument("--no-play", action="store_true", help="write what is there")
    args = parser.parse_args()
    names = args.agents.split(",") if args.agents else None
    if not args.no_play:
        for name in PROTOCOLS if args.only is None else (args.only,):
            for row in [*ROWS[name], *FLOORS]:
                if names is None or row.agent in names:
                    _play(name, row)
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(_INTRO + "".join(_section(name) for name in PROTOCOLS))
    print(PAGE.relative_to(ROOT))
    for name in PROTOCOLS:
        _write_references(name)
    return 0


def _play(name: str, row: Row) -> None:
    found = protocol(name)
    plan = Plan(found, make_agent(row.agent, row.settings.items()), found.folds)
    command = f"topple eval {name} --agent {row.agent} --fold all"
    command += "".join(f" --set {k}={v}" for k, v in row.settings.items())
    with RunBars(f"{name} {row.name}") as watch:
        run(plan, RUNS / name / row.name, cache=RUNS / "practice", watch=watch, command=command)


def _load(name: str, row: Row) -> Run | None:
    folder = RUNS / name / row.name
    return load(folder) if (folder / "finished.json").exists() else None


def _section(name: str) -> str:
    lines = [f"\n## {name}\n", f"\n{protocol(name).caption}\n\n"]
    lines += ["| agent | AUCCESS | interval | published | @10 | published | command |\n"]
    lines += ["| --- | ---: | ---: | ---: | ---: | ---: | --- |\n"]
    for row in [*ROWS[name], *FLOORS]:
        found = _load(name, row)
        if found is None:
            lines.append(f"| {row.name} | not played yet | | {row.published[0]} | | | |\n")
        else:
            lines.append(_line(row, found))
    return "".join(lines)


def _line(row: Row, found: Run) -> str:
    scored = _score(found)
    low, high = scored.auccess.interval or (scored.auccess.value, scored.auccess.value)
    cells = (
        row.name,
        _spread(scored.folds.mean, scored.folds.sd),
        f"{100 * low:.1f} to {100 * high:.1f}",
        row.published[0],
        _spread(scored.success_folds[10].mean, scored.success_folds[10].sd),
        row.published[1],
        f"`{found.settings.made_by['command']}`",
    )
    return f"| {' | '.join(cells)} |\n"


def _score(found: Run) -> Score:
    results = found.results
    return score(results.solved_at, results.fold, results.template, found.settings.attempts)


def _spread(mean: float, sd: float | None) -> str:
    return f"{100 * mean:.1f} ± {100 * (sd or 0.0):.1f}"


def _write_references(name: str) -> None:
    rows = [Row("random", {"listed": "true"}), *FLOORS]
    runs = {row.agent: _load(name, row) for row in rows}
    if any(found is None for found in runs.values()):
        return
    agents = {agent: _folds(_score(found)) for agent, found in runs.items() if found is not None}
    data = {
        "protocol": name,
        "version": protocol(name).version,
        "part": "test",
        "command": f"python tools/results.py --only {name}",
        "agents": agents,
    }
    REFERENCES.mkdir(exist_ok=True)
    path = REFERENCES / f"{name}.json"
    path.write_text(json.dumps(data, indent=1) + "\n")
    print(path.relative_to(ROOT))


def _folds(scored: Score) -> dict[str, object]:
    return {
        "auccess": _rounded(scored.folds.values),
        "success_at": {str(k): _rounded(s.values) for k, s in scored.success_folds.items()},
    }


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 6) for value in values]


if __name__ == "__main__":
    sys.exit(main())
