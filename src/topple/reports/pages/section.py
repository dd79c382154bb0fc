"""A section of a page: runs that may be compared, and how their numbers were made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from topple.reports.pages.headline import Headline, settings_words
from topple.reports.pages.render import render
from topple.reports.tables.comparable import Named

if TYPE_CHECKING:
    from markupsafe import Markup


class Part(Protocol):
    """A part of a page."""

    def html(self) -> Markup:
        """Return the part as HTML."""


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
class Section:
    """Runs of one protocol or question set.

    `references` is the command that made floor and ceiling.
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

    def html(self) -> Markup:
        """Return the section as HTML."""
        return render("reports/pages/section.html", {"s": self})


def card(label: str, run: Named) -> Card:
    """Return the command, settings and versions of a run."""
    settings = run.settings
    made = {str(name): str(value) for name, value in settings.made_by.items()}
    command = made.pop("command", "")
    facts = {
        "agent": f"{settings.agent} version {settings.agent_version}",
        "settings": settings_words(settings.agent_settings) or "none",
        "seed": str(settings.seed),
        "part": f"{settings.part}, folds {_folds(settings.folds)}",
        "world": f"{settings.world} version {settings.world_version}",
        "folder": str(run.folder),
        "topple": settings.topple,
        **made,
    }
    return Card(label, command, facts)


def warnings_of(found: Mapping[str, Sequence[str]]) -> list[Notice]:
    """Return one warning per label, from the labels that have any."""
    return [Notice(label, "; ".join(words)) for label, words in found.items() if words]


def _folds(folds: tuple[int, ...]) -> str:
    if len(folds) > 2 and list(folds) == list(range(folds[0], folds[-1] + 1)):
        return f"{folds[0]} to {folds[-1]}"
    return ", ".join(map(str, folds))
