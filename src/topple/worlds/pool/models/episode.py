"""Pool as a model plays it: one shot per turn."""

from __future__ import annotations

from typing import Any

from topple.prompting.description import Description
from topple.prompting.predictions import Checked
from topple.prompting.question import Part, Picture
from topple.prompting.trial import Trial
from topple.prompting.turn_episode import TurnEpisode
from topple.worlds.pool.goals import met
from topple.worlds.pool.models import symbols
from topple.worlds.pool.models.description import describe, describe_with_places
from topple.worlds.pool.models.forms import form
from topple.worlds.pool.models.predictions import check
from topple.worlds.pool.models.turns import Turns
from topple.worlds.pool.models.views import picture, places
from topple.worlds.pool.words import story
from topple.worlds.pool.world import WORLD, own_task


class PoolEpisode(TurnEpisode):
    """One shot per turn until the game is won or no shot is left."""

    def __init__(self, trial: Trial) -> None:
        self.task = own_task(trial.task)
        super().__init__(trial, form(trial.setup.form), WORLD)

    def start(self) -> Turns:
        self._turns = Turns(self.task)
        return self._turns

    def description(self) -> Description:
        return describe(self.task) if self.setup.classic else describe_with_places(self.task)

    def state(self) -> Any:
        return symbols.state(self._turns.game.table)

    def now(self) -> Picture:
        return picture(self.task, self._turns.game.table)

    def details(self) -> list[Part]:
        if self.setup.classic:
            return []
        return [places(self._turns.game.table)]

    def check(self, text: str) -> list[Checked | None]:
        reel = self._turns.last
        return [] if reel is None else [*check(text, reel, self._solved())]

    def _solved(self) -> bool:
        if self.task.rules:
            return self._turns.game.won
        reel = self._turns.last
        return reel is not None and bool(met(self.task.goal, reel.facts)[0])

    def remark(self) -> str:
        if self.setup.classic:
            return ""
        number = len(self._turns.game.shots)
        reel = self._turns.last
        if reel is None:
            return self._turns.game.refused[number]
        return story(reel, parts=False)
