"""Rope as a model plays it: one call per turn, and the world stands still in between."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from topple.prompting.asked import asked
from topple.prompting.description import Description
from topple.prompting.predictions import Checked, said_goal, said_of
from topple.prompting.question import Part, Picture, Question
from topple.prompting.setup import TEXT
from topple.prompting.trial import Trial
from topple.prompting.turn_episode import TurnEpisode
from topple.tasks.attempt import Action, Played
from topple.worlds.rope.calls import DEEPPHY
from topple.worlds.rope.game import RopeGame
from topple.worlds.rope.models import state, symbols, views
from topple.worlds.rope.models.description import describe, without_pictures
from topple.worlds.rope.models.forms import form
from topple.worlds.rope.simulate import Ending
from topple.worlds.rope.story import words_of
from topple.worlds.rope.world import WORLD, own_task


class RopeEpisode(TurnEpisode):
    """Ten turns, or until the candy is eaten or lost or the model says that it is done."""

    def __init__(self, trial: Trial) -> None:
        self.task = own_task(trial.task)
        own = form(trial.setup.form).fit(self.task)
        # The protocol of DeepPHY keeps the rule of its program; all others refuse.
        super().__init__(trial, replace(own, bends=trial.protocol.name == DEEPPHY), WORLD)

    def play(self, action: Action) -> Played:
        played, claim = super().play(action), self._turns.claim
        return replace(played, note=f"claimed {claim.name}") if claim is not None else played

    def start(self) -> RopeGame:
        self._turns = RopeGame(self.task, self.setup.latency)
        return self._turns

    def description(self) -> Description:
        found = describe(self.task.level, self.setup.latency)
        if self.setup.view != TEXT:
            return found
        setting = found.setting.replace("The pictures show", "The lists below describe")
        legend = tuple(map(without_pictures, found.legend))
        return replace(found, setting=f"{setting} {state.UNITS}", legend=legend)

    def state(self) -> Any:
        return symbols.state(self._turns)

    def now(self) -> Picture:
        return views.now(self._turns)

    def question(self) -> Question:
        wording = self.setup.wording
        parts: list[Part] = []
        if self.history.words and self._past:
            parts.append(wording.past(self._past, "turn"))
        parts += self._in_words() if self.setup.view == TEXT else self._in_pictures()
        parts.append(wording.request(self.decision, self.turns, "turn"))
        return asked(self, parts)

    def _in_pictures(self) -> list[Part]:
        start, labelled = views.starts(self.task.level)
        return ["The start:", start, "The start with labels:", labelled, "Now:", self.now()]

    def _in_words(self) -> list[Part]:
        level = self.task.level
        moment = state.moment(level, self._turns.frame())
        start = state.start(level)
        if len(level.candies) > 1:
            start = start.replace("to candy ", "to half ")
        return [f"The start:\n{start}", f"Now:\n{moment}"]

    def remember(self) -> None:
        self._told = len(self._turns.events)

    def check(self, text: str) -> list[Checked | None]:
        game = self._turns
        eaten = game.ending is Ending.eaten
        return [
            Checked.same("goal", said_goal(text), eaten),
            Checked.same("stars", _number(said_of("stars", text)), str(game.stars)),
        ]

    def remark(self) -> str:
        """Return what happened since the call, apart from the call itself."""
        return "; ".join(map(words_of, self._turns.events[self._told + 1 :]))


def _number(said: str | None) -> str | None:
    """Return the number that a text begins with."""
    return said.split()[0].rstrip(".,") if said else None
