"""The question of an episode, made of its parts."""

from __future__ import annotations

import typing
from dataclasses import replace
from typing import Any

from topple.prompting.description import Description
from topple.prompting.form import Form
from topple.prompting.question import Part, Question
from topple.prompting.setup import Setup
from topple.prompting.symbols import SYMBOLS, Symbols, in_symbols, unseen, with_symbols


class Asking(typing.Protocol):
    """An episode that asks."""

    setup: Setup

    @property
    def form(self) -> Form:
        """The form of answers."""

    symbols: Symbols | None

    def description(self) -> Description:
        """Return the task in words."""

    def tries(self) -> str:
        """Return the rule on attempts or turns."""

    def state(self) -> Any:
        """Return what has changed since the start as plain data; None if nothing ever does."""


def asked(episode: Asking, parts: list[Part]) -> Question:
    """Return a question of these parts, with the scene as symbols where it is so shown."""
    wording, scene, shows = episode.setup.wording, episode.symbols, episode.setup.shows
    reads = shows == SYMBOLS
    explained = scene.explained(shows) if scene else ""
    told = episode.description()
    if reads:
        told = replace(told, setting=in_symbols(told.setting))
    system = wording.system(told, episode.form, episode.tries(), explained)
    if reads:
        system = unseen(system)
        parts = [unseen(part) if isinstance(part, str) else part for part in parts]
    shown = with_symbols(parts, scene, episode.state(), shows) if scene else parts
    return Question(wording.version, system, tuple(shown))
