"""A question about a shot as a model answers it."""

from __future__ import annotations

from topple.prompting.description import Description
from topple.prompting.plan_episode import PlanEpisode
from topple.prompting.question import Part
from topple.prompting.trial import Trial
from topple.worlds.pool.models.description import describe_with_places
from topple.worlds.pool.models.letters import LetterForm
from topple.worlds.pool.models.views import picture, places
from topple.worlds.pool.words import asked
from topple.worlds.pool.world import WORLD, own_task


class PredictionEpisode(PlanEpisode):
    """One question, one answer."""

    def __init__(self, trial: Trial) -> None:
        self.task = own_task(trial.task)
        super().__init__(trial, LetterForm(self.task.actions.count), WORLD)

    def description(self) -> Description:
        return describe_with_places(self.task)

    def scene(self) -> list[Part]:
        assert self.task.question is not None, "only questions are answered"
        shown = picture(self.task, self.task.table)
        return [shown, places(self.task.table), asked(self.task.question)]

    def tries(self) -> str:
        return "You answer once. An answer that cannot be read is wrong."

    def request(self) -> str:
        return "Give your answer."
