"""A section of a page: runs that may be compared, and how their numbers were made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from topple.reports.pages.figures import Figure
from topple.reports.pages.headline import Headline, Row, settings_words, shown_settings
from topple.reports.pages.render import render
from topple.reports.tables.text import Table
from topple.runs.load import Run

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence that a reader must know; `label` is the run it is about, empty for all."""

    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Card:
    """How the numbers of one run were made."""

    label: str
    command: str
    facts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Aside:
    """A table that some sections have, under a title and with a sentence."""

    title: str
    words: str
    table: Table


@dataclass(frozen=True, slots=True)
class Section:
    """Runs of one protocol or question set.

    `references` is the command that made floor and ceiling, `asides` are further tables.
    """

    name: str
    version: int
    variant: str
    lead: str
    warnings: Sequence[Notice]
    headline: Headline
    body: Markup
    cards: Sequence[Card]
    dev: bool = False
    references: str = ""
    world: str = ""
    films: Sequence[Figure] = ()
    asides: Sequence[Aside] = ()

    def show(self) -> Shown:
        """Return the section as HTML."""
        detail = " · ".join(filter(None, (self.variant, "dev" if self.dev else "")))
        shown = show(self.name, detail, "reports/pages/section.html", {"s": self})
        rows = {row.label: row for row in (*self.headline.rows, *self.headline.apart)}
        made = replace(shown, cards=self.cards, references=self.references)
        return replace(made, rows=rows, films=self.films, world=self.world)


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of a page: its HTML, the anchors of itself and its headings, and how it was made.

    `rows` has the headline of every run by its label, `films` the best and the worst.
    """

    anchor: str
    name: str
    detail: str
    html: Markup
    headings: Sequence[tuple[str, str]]
    cards: Sequence[Card] = ()
    references: str = ""
    rows: Mapping[str, Row] = field(default_factory=dict)
    films: Sequence[Figure] = ()
    world: str = ""


class Part(Protocol):
    """A part of a page: a section about runs, or a figure across them."""

    def show(self) -> Shown:
        """Return the part as HTML."""


def show(name: str, detail: str, template: str, values: Mapping[str, object]) -> Shown:
    """Fill in the template of a part, and give every heading an anchor."""
    anchor = slug(f"{name} {detail}")
    text = render(template, {**values, "name": name, "anchor": anchor})
    from markupsafe import Markup

    headings: list[tuple[str, str]] = []

    def anchored(match: re.Match[str]) -> str:
        headings.append((f"{anchor}-{slug(match[1])}", match[1]))
        return f'<h3 id="{headings[-1][0]}">{match[1]}</h3>'

    html = Markup(re.sub(r"<h3>([^<]+)</h3>", anchored, text))
    return Shown(anchor, name, detail, html, headings)


def slug(words: str) -> str:
    """Return words as they stand in an address."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def card(label: str, run: Run) -> Card:
    """Return the command, settings and versions of a run."""
    settings = run.settings
    made = {str(name): str(value) for name, value in settings.made_by.items()}
    command = made.pop("command", "")
    facts = {
        "agent": f"{settings.agent} version {settings.agent_version}",
        "settings": settings_words(shown_settings(run)) or "none",
        **_trainings(run),
        "seed": str(settings.seed),
        "part": f"{settings.part}, folds {_folds(settings.folds)}",
        "world": f"{settings.world} version {settings.world_version}",
        "folder": str(run.folder),
        "topple": settings.topple,
        **made,
    }
    return Card(label, command, facts)


def _trainings(run: Run) -> dict[str, str]:
    """Return how the model of each fold was trained."""
    found = run.finished.training if run.finished else {}
    return {
        "training" if len(found) == 1 else f"training, fold {fold}": (
            f"{each.updates:,} updates in {each.seconds:,.0f} s; {settings_words(each.settings)}"
        )
        for fold, each in found.items()
    }


def warnings_of(found: Mapping[str, Sequence[str]]) -> list[Notice]:
    """Return the warnings of all labels; labels with the same warning share one."""
    labels: dict[str, list[str]] = {}
    for label, words in found.items():
        if words:
            labels.setdefault("; ".join(words), []).append(label)
    return [Notice(", ".join(names), words) for words, names in labels.items()]


def _folds(folds: tuple[int, ...]) -> str:
    if len(folds) > 2 and list(folds) == list(range(folds[0], folds[-1] + 1)):
        return f"{folds[0]} to {folds[-1]}"
    return ", ".join(map(str, folds))
