"""I-PHYRE as vision-language models play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topple.prompting.description import Description
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.symbols import Symbols
from topple.prompting.trial import Trial
from topple.tasks.task import Task
from topple.worlds.iphyre.models.description import describe
from topple.worlds.iphyre.models.episode import IPhyreEpisode
from topple.worlds.iphyre.models.forms import form
from topple.worlds.iphyre.models.symbols import rebuilt, symbols
from topple.worlds.iphyre.world import WORLD, own_task
from topple.worlds.models import Models


class IPhyreModels(Models):
    """A list of removals per attempt."""

    usual_form = "plan"
    options = dict.fromkeys(
        ("format", "history", "parameters", "pictures", "shows", "tools", "reply"), ""
    )

    def form(self, name: str) -> Form:
        return form(name)

    def describe(self, task: Task) -> Description:
        return describe(own_task(task))

    def symbols(self, task: Task) -> Symbols:
        return symbols(own_task(task))

    def rebuilt(self, task: Task, data: Mapping[str, Any]) -> Task:
        return rebuilt(own_task(task), data)

    def episode(self, trial: Trial) -> Episode:
        return IPhyreEpisode(trial)


MODELS = IPhyreModels(WORLD)
