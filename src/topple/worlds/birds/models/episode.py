"""Birds as a model plays it: one game, one decision per bird."""

from __future__ import annotations

from typing import Any

from topple.prompting.description import Description
from topple.prompting.predictions import Checked
from topple.prompting.question import Part, Picture
from topple.prompting.setup import LABELLED
from topple.prompting.trial import Trial
from topple.prompting.turn_episode import TurnEpisode
from topple.worlds.birds.game import BirdsGame
from topple.worlds.birds.models import symbols, views
from topple.worlds.birds.models.close_up import close_up
from topple.worlds.birds.models.description import bird_name, describe
from topple.worlds.birds.models.forms import form
from topple.worlds.birds.models.predictions import Happened, Moment, check
from topple.worlds.birds.world import WORLD, own_task


class BirdsEpisode(TurnEpisode):
    """One shot per turn until no bird or no pig is left."""

    def __init__(self, trial: Trial) -> None:
        self.task = own_task(trial.task)
        super().__init__(trial, form(trial.setup.form), WORLD)

    def start(self) -> BirdsGame:
        self._turns = form(self.setup.form).begin(self.task)
        return self._turns

    def description(self) -> Description:
        return describe(self.task)

    def tries(self) -> str:
        if self.turns == 1:
            return super().tries()
        return f"{super().tries()[:-1]}, and the bird stays on the sling."

    def state(self) -> Any:
        return symbols.state(self._turns)

    def now(self) -> Picture:
        return views.now(self._turns)

    def details(self) -> list[Part]:
        # Predictions name pigs by their numbers.
        parts = self._close_up(self.predicts or self.setup.view == LABELLED)
        first, *others = self._turns.birds
        waiting = f"{len(others)} more to come" if others else "the last one"
        return [*parts, f"On the sling: the {bird_name(first)} bird, {waiting}."]

    def _close_up(self, numbered: bool) -> list[Part]:
        picture, times = close_up(self._turns, numbered=numbered)
        with_numbers = ", with a number over every pig" if numbered else ""
        return [f"The part around the pigs, {times:.2g} times as large{with_numbers}:", picture]

    def remember(self) -> None:
        self._before = Moment.of(self._turns)

    def check(self, text: str) -> list[Checked | None]:
        return [*check(text, Happened.between(self._before, self._turns))]

    def remark(self) -> str:
        return f"pigs left: {self._turns.native.pigs_left}"
