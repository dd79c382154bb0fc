"""PHYRE as vision-language models play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topple.prompting.description import Description
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.symbols import Symbols
from topple.prompting.trial import Trial
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.models import Models
from topple.worlds.phyre.models.description import describe
from topple.worlds.phyre.models.episode import PhyreEpisode
from topple.worlds.phyre.models.forms import form
from topple.worlds.phyre.models.symbols import rebuilt, symbols
from topple.worlds.phyre.physiq.find import SETS
from topple.worlds.phyre.physiq.models import QuestionModels
from topple.worlds.phyre.world import WORLD, own_task


class PhyreModels(Models):
    """One ball, placed by grid cell or coordinates."""

    usual_form = "5x5x5"
    options = {
        "form": "5x5x5, 8x8x8, any other grid, or free",
        "format": "",
        "history": "",
        "moments": "",
        "view": "usual (a grid or a scale), plain (nothing), labelled (also numbers on things)",
        "parameters": "",
        "pictures": "",
        "shows": "",
        "tools": "",
        "reply": "",
    }
    later = (
        Models.later
        + """ Without Python, an action is x, y and size of the ball,
all from 0 to 1, and its outcome is what `topple simulate` says:

    echo '{{"task": "{task}", "action": {action}}}' | topple simulate"""
    )

    def of(self, protocol: Protocol) -> Models:
        return _QUESTIONS if protocol.name in SETS else super().of(protocol)

    def form(self, name: str) -> Form:
        return form(name)

    def describe(self, task: Task) -> Description:
        return describe(own_task(task))

    def symbols(self, task: Task) -> Symbols:
        return symbols(own_task(task))

    def rebuilt(self, task: Task, data: Mapping[str, Any]) -> Task:
        return rebuilt(own_task(task), data)

    def episode(self, trial: Trial) -> Episode:
        return PhyreEpisode(trial)


MODELS = PhyreModels(WORLD)
_QUESTIONS = QuestionModels(WORLD)
