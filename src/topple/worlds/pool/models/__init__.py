"""Pool as vision-language models play it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from topple.errors import BadInput
from topple.prompting.description import Description
from topple.prompting.episode import Episode
from topple.prompting.form import Form
from topple.prompting.setup import APART, USUAL, Setup
from topple.prompting.symbols import Symbols
from topple.prompting.trial import Trial
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task
from topple.worlds.models import Baseline, Models
from topple.worlds.pool.models.description import describe
from topple.worlds.pool.models.episode import PoolEpisode
from topple.worlds.pool.models.forms import AngleForm, DeepphyForm, form
from topple.worlds.pool.models.letters import LetterForm
from topple.worlds.pool.models.prediction_episode import PredictionEpisode
from topple.worlds.pool.models.shallow import shallow_answer
from topple.worlds.pool.models.symbols import rebuilt, symbols
from topple.worlds.pool.question import LETTERS
from topple.worlds.pool.world import WORLD, own_task


class PoolModels(Models):
    """One shot per turn, by its angle, a ball and a cut, or DeepPHY's names; or an option."""

    usual_form = AngleForm.name
    options = dict.fromkeys(
        ("format", "history", "parameters", "pictures", "shows", "tools", "reply"), ""
    )
    later = """\
There is an attempt once the game is over. Until then `game.question()` is the next question, of the
next shot. `topple show TASK --action` plays the shots of `told.attempt.action` again."""

    def usual(self, protocol: Protocol) -> str:
        if protocol.metric == "accuracy":
            return LetterForm.name
        return DeepphyForm.name if protocol.classic_of else self.usual_form

    def usual_history(self, protocol: Protocol) -> str:
        """Return `none` where the original shows the current table only, or there is one answer."""
        alone = protocol.classic_of or protocol.metric == "accuracy"
        return "none" if alone else super().usual_history(protocol)

    def options_of(self, protocol: Protocol) -> Mapping[str, str]:
        """Leave out what one answer to a question has no use for: turns and predictions."""
        return {"parameters": "", "shows": ""} if protocol.metric == "accuracy" else self.options

    def more_baselines(self, protocol: Protocol) -> Mapping[str, Baseline]:
        if protocol.metric != "accuracy":
            return {}
        return {"shallow": partial(shallow_answer, protocol.split(0).train)}

    def form(self, name: str) -> Form:
        return LetterForm(len(LETTERS)) if name == LetterForm.name else form(name)

    def describe(self, task: Task) -> Description:
        return describe(own_task(task))

    def check(self, setup: Setup) -> None:
        self.form(setup.form)
        if setup.view != USUAL or setup.moments != APART:
            raise BadInput("pool has one view only", "leave out --view and --moments")
        if setup.classic and setup.form != DeepphyForm.name:
            raise BadInput(
                f"the classic protocol takes the form `{DeepphyForm.name}`", "leave out --form"
            )

    def symbols(self, task: Task) -> Symbols:
        return symbols(own_task(task))

    def rebuilt(self, task: Task, data: Mapping[str, Any]) -> Task:
        return rebuilt(own_task(task), data)

    def episode(self, trial: Trial) -> Episode:
        asks = own_task(trial.task).question is not None
        return PredictionEpisode(trial) if asks else PoolEpisode(trial)


MODELS = PoolModels(WORLD)
