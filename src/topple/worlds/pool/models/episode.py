"""Pool as a model plays it: one shot per turn."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from topple.prompting.description import Description
from topple.prompting.predictions import Checked
from topple.prompting.question import Part, Picture
from topple.prompting.trial import Trial
from topple.prompting.turn_episode import TurnEpisode
from topple.worlds.pool.game import PoolGame
from topple.worlds.pool.models import symbols
from topple.worlds.pool.models.description import describe, describe_with_places
from topple.worlds.pool.models.forms import form
from topple.worlds.pool.models.predictions import check
from topple.worlds.pool.models.views import picture, places
from topple.worlds.pool.reels import Reel, recorded
from topple.worlds.pool.words import story
from topple.worlds.pool.world import WORLD, own_task


class PoolEpisode(TurnEpisode):
    """One shot per turn until the game is won or no shot is left."""

    def __init__(self, trial: Trial) -> None:
        self.task = own_task(trial.task)
        super().__init__(trial, form(trial.setup.form), WORLD)

    def start(self) -> PoolGame:
        self._turns = form(self.setup.form).begin(self.task)
        return self._turns

    def description(self) -> Description:
        return describe(self.task) if self.setup.classic else describe_with_places(self.task)

    def state(self) -> Any:
        return symbols.state(self._turns.table)

    def now(self) -> Picture:
        return picture(self.task, self._turns.table)

    def details(self) -> list[Part]:
        if self.setup.classic:
            return []
        return [places(self._turns.table)]

    def check(self, text: str) -> list[Checked | None]:
        reel = self._reel
        return [] if reel is None else [*check(text, reel, self._turns.won)]

    def remember(self) -> None:
        self._before = self._turns.table
        self.__dict__.pop("_reel", None)

    @cached_property
    def _reel(self) -> Reel | None:
        """The last shot with all its motion: it is played again, and most are not shown."""
        game = self._turns
        if game.turns[-1].refused:
            return None
        return recorded(self.task, self._before, len(game.turns), game.shots[-1], game.turns[-1])

    def remark(self) -> str:
        if self.setup.classic:
            return ""
        reel = self._reel
        return self._turns.turns[-1].refused if reel is None else story(reel, parts=False)
