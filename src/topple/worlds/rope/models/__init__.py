"""Rope as vision-language models play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topple.errors import BadInput
from topple.prompting.description import Description
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.setup import APART, TEXT, USUAL, Setup
from topple.prompting.symbols import Symbols
from topple.prompting.trial import Trial
from topple.tasks.task import Task
from topple.worlds.models import Models
from topple.worlds.rope.game import checked_latency
from topple.worlds.rope.models.description import describe
from topple.worlds.rope.models.episode import RopeEpisode
from topple.worlds.rope.models.forms import NAME, form
from topple.worlds.rope.models.symbols import rebuilt, symbols
from topple.worlds.rope.world import WORLD, own_task


class RopeModels(Models):
    """One call per turn, after three pictures: the start, the start with labels, and now."""

    usual_form = NAME
    options = {
        "format": "",
        "history": "none, text",
        "view": "usual (three pictures), text (the same in words and numbers)",
        "parameters": "",
        "latency": "",
        "shows": "",
        "tools": "",
        "reply": "",
    }
    later = """\
There is an attempt once the game is over. Until then `game.question()` is the next question, of the
next turn. `topple show TASK --action` plays the calls of `told.attempt.action` again."""

    def form(self, name: str) -> Form:
        return form(name)

    def describe(self, task: Task) -> Description:
        return describe(own_task(task).level)

    def check(self, setup: Setup) -> None:
        self.form(setup.form)
        if setup.view not in (USUAL, TEXT):
            raise BadInput(f"`rope` has no {setup.view} view", f"leave out --view, or give {TEXT}")
        checked_latency(setup.latency)
        if setup.moments != APART:
            raise BadInput("`rope` has no strips of moments", "leave out --moments")

    def symbols(self, task: Task) -> Symbols:
        return symbols(own_task(task))

    def rebuilt(self, task: Task, data: Mapping[str, Any]) -> Task:
        return rebuilt(own_task(task), data)

    def episode(self, trial: Trial) -> Episode:
        return RopeEpisode(trial)


MODELS = RopeModels(WORLD)
