"""The headline table of a report: one row per run, whatever the run has played or answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from topple.agents.agent import find_agent
from topple.draw.svg import Svg
from topple.reports.tables.text import dollars
from topple.runs.load import Run


@dataclass(frozen=True, slots=True)
class Cell:
    """A number under the title of its column, with small lines below it."""

    title: str
    value: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Against:
    """A comparison with a baseline; `clear` says that chance does not explain the difference."""

    side: str
    words: str
    clear: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A run: its score with a gauge, its other numbers, its cost, and how it ended.

    `done` of `of` tasks are solved, or of questions right, as `what` says; `cut` counts those that
    a provider's fault cut short. `outcomes` counts attempts or answers, as `counted` says; `names`
    has the names of outcomes that are not the usual ones. `transcripts` is the address of a page,
    or empty. `rungs` are the numbers of a ladder by its rungs, which are among its cells too.
    """

    label: str
    score: Cell
    gauge: Svg
    cells: tuple[Cell, ...]
    cost: Cell
    done: int
    of: int
    what: str
    counted: str
    outcomes: Mapping[str, int]
    names: Mapping[str, str] = field(default_factory=dict)
    cut: str = ""
    tags: tuple[str, ...] = ()
    settings: str = ""
    transcripts: str = ""
    scale: str = ""
    against: tuple[Against, ...] = ()
    rungs: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Headline:
    """The table; `apart` are the rows of agents that simulate the tasks they are tested on."""

    columns: tuple[str, ...]
    rows: Sequence[Row]
    apart: Sequence[Row] = ()


def cost(wall: str, plays: str, tokens: int, usd: float) -> Cell:
    """Return the cell of what a run has cost: time, plays, and tokens if there are any."""
    words = f"{plays} · {tokens:,} tokens · cost {dollars(tokens, usd)}" if tokens or usd else plays
    return Cell("cost", wall, (words,))


def shown_settings(run: Run) -> Mapping[str, object]:
    """Return the settings that decided the attempts: of a trained model, those of its training.

    Where a training was not recorded, usual settings say nothing about the model.
    """
    own = run.settings.agent_settings
    for each in run.finished.training.values() if run.finished else ():
        return {name: each.settings.get(name, value) for name, value in own.items()}
    if not own.get("model"):
        return own
    usual = find_agent(run.settings.agent)
    return {name: value for name, value in own.items() if value != getattr(usual, name, None)}


def settings_words(settings: Mapping[str, object]) -> str:
    """Write the settings of an agent on one line."""
    return ", ".join(f"{name}={value}" for name, value in settings.items())
