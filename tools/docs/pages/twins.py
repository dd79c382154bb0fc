"""Originals against twins: agents that reason, agents that learnt, and one that knows by heart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.docs.played import MODELS, ROOT, RUNS
from tools.docs.tables import table
from topple.cli.main import main
from topple.metrics.compare import Comparison
from topple.reports.tables.groups import group_runs
from topple.reports.tables.twins import twin_gaps
from topple.runs.folder import FINISHED
from topple.runs.load import load
from topple.worlds import world
from topple.worlds.twins import OTHER, own_twins


@dataclass(frozen=True, slots=True)
class Table:
    """What is played for the table of one world.

    The planner simulates `simulated` listed actions on each task; `memory` remembers `remembered`
    of them from training, which takes long where training tasks are many. `train` completes the
    command that trains the learner, `ranked` the one that tests it; without a name there is none.
    """

    protocol: str
    planner: str = "oracle"
    learner: str = "ppo"
    train: str = "--minutes 1"
    ranked: str = ""
    also: tuple[str, ...] = ()
    tasks: int = 20
    simulated: int = 100
    remembered: int = 100


TABLES = {
    "phyre": Table(
        "phyre-b-within",
        learner="dqn",
        train="--set updates=300 --set width=16 --set hidden=64 --set actions=100",
        ranked=" --set ranked=1000",
    ),
    "birds": Table(
        "phyq-local",
        train="--set shots=1000 --set width=8 --set round_shots=20 --set epochs=4",
        also=("pig-shooter",),
        tasks=30,
        remembered=5,
    ),
    "iphyre": Table("iphyre-within", remembered=20),
    "pool": Table("pool-puzzles"),
    "rope": Table("rope-within", "rope-planner"),
    "kinetix": Table("kinetix-m", learner="", tasks=24),
}
_STORED = ROOT / "docs" / "results" / "twins.json"
_HEAD = ("agent", "twin", "pairs", "originals", "twins", "memorised", "95 %")


def parts(*, play: bool) -> dict[str, object]:
    """Play what is not stored and return the parts of the page."""
    stored = json.loads(_STORED.read_text())
    tables: dict[str, object] = {}
    commands: list[str] = []
    for name, of in TABLES.items():
        known = stored.setdefault(name, {})
        for agent in _agents(of):
            lines = _lines(name, of, agent)
            if play and known.get(agent, {}).get("command") != lines[-1]:
                _play(lines)
                known[agent] = {"command": lines[-1], "rows": _rows(_folder(of, agent))}
                _STORED.write_text(json.dumps(stored, indent=1) + "\n")
            if agent in known:
                commands += [*lines[:-1], known[agent]["command"]]
        played = [agent for agent in _agents(of) if agent in known]
        rows = [(f"`{a}`", f"`{twin}`", *r) for a in played for twin, *r in known[a]["rows"]]
        tables[name] = table(_HEAD, rows, left=(0, 1))
    return {**tables, "commands": "\n".join(f"$ {line}" for line in commands)}


def _agents(of: Table) -> tuple[str, ...]:
    learners = (of.learner,) if of.learner else ()
    return ("random", "memory", *of.also, of.planner, *learners, "by-heart")


def _lines(name: str, of: Table, agent: str) -> list[str]:
    """Return the commands of an agent: the training, if it is the learner, and the evaluation."""
    model = MODELS.relative_to(ROOT) / "twins" / name
    chosen = {
        "memory": f" --set actions={of.remembered}",
        "oracle": f" --set actions={of.simulated}",
        of.learner: f"{of.ranked} --set model={model}",
    }.get(agent, "")
    test = (
        f"topple eval {of.protocol} --agent {agent}{chosen} --twins {','.join(_twins(name))}"
        f" --limit {of.tasks} --out {_folder(of, agent).relative_to(ROOT)}"
    )
    train = f"topple train {of.protocol} --agent {agent} {of.train} --out {model}"
    return [train, test] if agent == of.learner else [test]


def _twins(name: str) -> tuple[str, ...]:
    """Return the twins of a world; birds, which have no mirror, also play another task."""
    own = tuple(own_twins(world(name)))
    return own if "mirror" in own else (*own, OTHER)


def _folder(of: Table, agent: str) -> Path:
    return RUNS / of.protocol / f"twins-{agent}"


def _play(lines: Sequence[str]) -> None:
    for line in lines:
        out = ROOT / line.rpartition("--out ")[2]
        if not (out / FINISHED).exists() and not (line.startswith("topple train") and out.exists()):
            assert main(line.split()[1:]) == 0, line


def _rows(run: Path) -> list[Sequence[str]]:
    (group,) = group_runs([load(run)])
    return [
        (gap.twin, str(gap.comparison.tasks), *_cells(gap.comparison))
        for gap in twin_gaps(group.entries[0])
    ]


def _cells(found: Comparison) -> tuple[str, str, str, str]:
    ends = found.interval
    interval = "" if ends is None else f"{100 * ends[0]:+.1f} to {100 * ends[1]:+.1f}"
    return (
        f"{100 * found.a:.1f}",
        f"{100 * found.b:.1f}",
        f"{100 * found.difference:+.1f}",
        interval,
    )
