"""Birds as vision-language models play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topple.errors import BadInput
from topple.prompting.description import Description
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.setup import LABELLED, PLAIN, STRIP, Setup
from topple.prompting.symbols import Symbols
from topple.prompting.trial import Trial
from topple.tasks.task import Task
from topple.worlds.birds.models.description import describe
from topple.worlds.birds.models.episode import BirdsEpisode
from topple.worlds.birds.models.forms import form
from topple.worlds.birds.models.symbols import rebuilt, symbols
from topple.worlds.birds.world import WORLD, own_task
from topple.worlds.models import Models


class BirdsModels(Models):
    """One shot per turn, by angle and power."""

    usual_form = "angle-power"
    options = {
        "format": "",
        "history": "",
        "view": "usual (numbers over pigs only with wm), labelled (always)",
        "parameters": "",
        "pictures": "",
        "shows": "",
        "tools": "",
        "reply": "",
    }
    later = """\
There is an attempt once the game is over. Until then `game.question()` is the next question, of the
next bird. `topple show TASK --action` plays the shots of `told.attempt.action` again."""

    def form(self, name: str) -> Form:
        return form(name)

    def describe(self, task: Task) -> Description:
        return describe(own_task(task))

    def check(self, setup: Setup) -> None:
        self.form(setup.form)
        if setup.view == PLAIN:
            raise BadInput(
                "the usual view of birds is plain already", f"leave out --view, or give {LABELLED}"
            )
        if setup.view == LABELLED and setup.format == "wm":
            raise BadInput("with format wm, pigs always have numbers", "leave out --view")
        if setup.moments == STRIP:
            raise BadInput("birds shows turns apart, not in strips", "leave out --moments")

    def symbols(self, task: Task) -> Symbols:
        return symbols(own_task(task))

    def rebuilt(self, task: Task, data: Mapping[str, Any]) -> Task:
        return rebuilt(own_task(task), data)

    def episode(self, trial: Trial) -> Episode:
        return BirdsEpisode(trial)


MODELS = BirdsModels(WORLD)
