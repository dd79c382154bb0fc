"""Items of a ladder as models are asked them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from topple.prompting.description import Description
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.prompt import ENDING
from topple.prompting.setup import TEXT, USUAL, Asking, Setup
from topple.prompting.symbols import Symbols
from topple.prompting.trial import Trial
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.ladder import players
from topple.worlds.ladder.episode import ItemEpisode
from topple.worlds.ladder.forms import NAME, Letter
from topple.worlds.ladder.items import Item
from topple.worlds.ladder.wording import VERSION, describe
from topple.worlds.models import Baseline, Models
from topple.worlds.own import own

_ANSWER_TOKENS = 12  # without lengthy reasoning


@dataclass(frozen=True, slots=True)
class LadderSetup(Setup):
    """How items are asked: with a picture, with symbols, or by words alone."""

    @property
    def variant(self) -> str:
        return "questions" if self.view == USUAL else "questions without a picture"

    @property
    def newest(self) -> int:
        return ENDING

    @property
    def prompt(self) -> str:
        return f"ladder@{VERSION}"


class QuestionModels(Models):
    """Questions about the scenes of a world, each asked once."""

    def __init__(self, base: Models) -> None:
        super().__init__(base.world)
        self._base = base

    def usual_asking(self, protocol: Protocol) -> dict[str, Any]:
        return {"form": self.usual_form, "history": "none"}

    def is_judged(self, protocol: Protocol) -> bool:
        return True


class LadderModels(QuestionModels):
    """One answer per item, by a letter, a percentage or a place."""

    usual_form = NAME
    options = {
        "view": "usual, text (no picture)",
        "shows": "",
    }
    later = "Every item is one question."

    def setup(self, asking: Mapping[str, Any]) -> Asking:
        return LadderSetup(**asking)

    def check(self, setup: Setup) -> None:
        self.form(setup.form)
        if setup.view not in (USUAL, TEXT):
            super().check(replace(setup, view=USUAL))

    def answer_tokens(self, protocol: Protocol, setup: Asking) -> int:
        return _ANSWER_TOKENS

    def baselines(self, protocol: Protocol) -> Mapping[str, Baseline]:
        return players.BASELINES

    def exported(self, task: Task) -> dict[str, Any]:
        """Return the kind and the rung of an item, and what it is about."""
        item = own(task, Item, "an item of a ladder")
        return {"kind": str(item.kind), "rung": item.rung, "about": item.row.task}

    def form(self, name: str) -> Form:
        return Letter()

    def describe(self, task: Task) -> Description:
        return describe(own(task, Item, "an item of a ladder"))

    def symbols(self, task: Task) -> Symbols:
        return self._base.symbols(own(task, Item, "an item of a ladder").scene(None)[0])

    def episode(self, trial: Trial) -> Episode:
        return ItemEpisode(trial)
