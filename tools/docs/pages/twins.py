"""Originals against twins: agents that reason, agents that learnt, and one that knows by heart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.docs.played import MODELS, ROOT, RUNS
from tools.docs.tables import table
from topple.cli.main import main
from topple.metrics.compare import Comparison
from topple.reports.tables.groups import grouped
from topple.reports.tables.twins import twin_gaps
from topple.runs.folder import FINISHED
from topple.runs.load import load
from topple.worlds import world
from topple.worlds.twins import own_twins


@dataclass(frozen=True, slots=True)
class Table:
    """What is played for the table of one world; all twins of the world unless some are named."""

    protocol: str
    planner: str = "oracle"
    known: str = ""  # an agent that knows answers or tricks from before
    learner: str = ""
    tasks: int = 20
    twins: tuple[str, ...] = ()


# Memory simulates its list on all training tasks, which takes hours in birds and I-PHYRE. PHYRE has
# no view for `ppo`. Certifying `damage` searches for new solutions, for minutes.
TABLES = {
    "phyre": Table("phyre-b-within", known="memory"),
    "birds": Table("phyq-local", known="pig-shooter", twins=("reskin", "shift", "other")),
    "iphyre": Table("iphyre-within", learner="ppo"),
    "pool": Table("pool-puzzles", known="memory", learner="ppo"),
    "rope": Table("rope-within", "rope-planner", known="memory", learner="ppo"),
    "kinetix": Table("kinetix-m", tasks=24),
}
_LIST = ("memory", "oracle")  # agents that try a list of actions
_ACTIONS = 100  # in that list
_MINUTES = 1  # minutes of training
_INTRO = """\
# Originals against twins

Every agent played test tasks of fold 0 and their certified [twins](../guides/twins.md). *Memorised*
is the score on originals minus the score on twins, in points of the protocol's metric. Its 95 %
interval is paired by task and clustered by template. Zero means that the change makes no
difference; an interval above zero means that the agent needs the task that it knows.

`by-heart` plays the stored solution of the original. `memory` learnt from the training tasks which
of {actions} listed actions solve most; `oracle` simulates them on the task. `ppo` was trained for a
minute on a busy core: enough to have an opinion, no more. Longer trainings are in the pages of the
worlds; add `--twins mirror,reskin` to their `topple eval` commands. The twins `gravity`,
`friction`, `impacts` and `damage` change the physics, so a gap there may also mean that the twin is
harder or easier. Phy-Q's score has no interval for so few tasks.

"""
_READ = """\
## How to read the tables

- `mirror` changes places, directions and numbers, of which most answers consist. Birds have none;
  there, `other` is a new task of the same template.
- `reskin` changes colours in phyre, birds and pool, which these agents do not see: it is meant for
  models and for learners that look at pictures. In I-PHYRE and rope it changes the numbers by which
  an answer names items, and in Kinetix the order of bodies.
- `shift` moves whole scenes, and no answer contains a place: a gap there is chaos, not memory.
- Planners search on the task before them. What is left of their gap comes from short searches.
- `random` draws other actions on a twin, so that its gap is chance: one interval in twenty leaves
  out zero although nothing was learnt. Trust a gap that several twins or many tasks show.

"""


def build(*, play: bool) -> str:
    """Play what is missing and return the page."""
    text = _INTRO.format(actions=_ACTIONS)
    commands = []
    for name, of in TABLES.items():
        for line in _lines(name, of):
            commands.append(line)
            if play and not _done(line):
                assert main(line.split()[1:]) == 0, line
        text += f"## {name}: `{of.protocol}`\n\n" + _table(of)
    return f"{text}{_READ}```console\n" + "".join(f"$ {line}\n" for line in commands) + "```\n"


def _lines(name: str, of: Table) -> list[str]:
    """Return the commands of a world: the training, then one evaluation per agent."""
    model = MODELS.relative_to(ROOT) / "twins" / name
    twins = ",".join(of.twins or own_twins(world(name)))
    train = f"topple train {of.protocol} --agent {of.learner} --minutes {_MINUTES} --out {model}"
    found = [train] if of.learner else []
    for agent in _agents(of):
        chosen = f" --set actions={_ACTIONS}" if agent in _LIST else ""
        chosen = f" --set model={model}" if agent == of.learner else chosen
        found.append(
            f"topple eval {of.protocol} --agent {agent}{chosen} --twins {twins}"
            f" --limit {of.tasks} --out {_folder(of, agent).relative_to(ROOT)}"
        )
    return found


def _agents(of: Table) -> tuple[str, ...]:
    agents = ("random", of.known, of.planner, of.learner, "by-heart")
    return tuple(agent for agent in agents if agent)


def _folder(of: Table, agent: str) -> Path:
    return RUNS / of.protocol / f"twins-{agent}"


def _done(line: str) -> bool:
    out = ROOT / line.rpartition("--out ")[2]
    return (out / FINISHED).exists() or (line.startswith("topple train") and out.exists())


def _table(of: Table) -> str:
    rows: list[Sequence[str]] = []
    for agent in _agents(of):
        (group,) = grouped([load(_folder(of, agent))])
        rows += [
            (f"`{agent}`", f"`{gap.twin}`", str(gap.comparison.tasks), *_cells(gap.comparison))
            for gap in twin_gaps(group.entries[0])
        ]
    head = ("agent", "twin", "pairs", "originals", "twins", "memorised", "95 %")
    return table(head, rows, left=(0, 1)) + "\n"


def _cells(found: Comparison) -> tuple[str, str, str, str]:
    ends = found.interval
    interval = "" if ends is None else f"{100 * ends[0]:+.1f} to {100 * ends[1]:+.1f}"
    return (
        f"{100 * found.a:.1f}",
        f"{100 * found.b:.1f}",
        f"{100 * found.difference:+.1f}",
        interval,
    )
