"""Kinetix as vision-language models play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topple.errors import BadInput
from topple.prompting.description import Description
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.setup import LABELLED, Setup
from topple.prompting.symbols import Symbols
from topple.prompting.trial import Trial
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.kinetix.models.description import describe
from topple.worlds.kinetix.models.episode import KinetixEpisode
from topple.worlds.kinetix.models.forms import CHANNEL_FORM, VECTOR_FORM, form
from topple.worlds.kinetix.models.symbols import rebuilt, symbols
from topple.worlds.kinetix.world import WORLD, own_task
from topple.worlds.models import Models


class KinetixModels(Models):
    """One decision per turn."""

    usual_form = CHANNEL_FORM
    options = {
        "format": "",
        "history": "",
        "view": "usual (with a labelled copy of the picture), plain (without it)",
        "parameters": "",
        "pictures": "",
        "shows": "",
        "tools": "",
        "reply": "",
    }
    later = """\
There is an attempt once the game is over. Until then `game.question()` is the next question, of the
next decision."""

    def usual(self, protocol: Protocol) -> str:
        return VECTOR_FORM if protocol.classic_of else CHANNEL_FORM

    def form(self, name: str) -> Form:
        return form(name)

    def describe(self, task: Task) -> Description:
        return describe(own_task(task))

    def check(self, setup: Setup) -> None:
        self.form(setup.form)
        if setup.view == LABELLED:
            raise BadInput("the usual view of `kinetix` has labels", "leave out --view")
        if setup.moments != "apart":
            raise BadInput("`kinetix` has no strips of moments", "leave out --moments")

    def symbols(self, task: Task) -> Symbols:
        return symbols(own_task(task))

    def rebuilt(self, task: Task, data: Mapping[str, Any]) -> Task:
        return rebuilt(own_task(task), data)

    def episode(self, trial: Trial) -> Episode:
        return KinetixEpisode(trial)


MODELS = KinetixModels(WORLD)
