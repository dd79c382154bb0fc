"""Rope as a model plays it: one call per turn, and the world stands still in between."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from topple.prompting.asked import asked
from topple.prompting.description import Description
from topple.prompting.predictions import Checked, facts_of, said_goal, said_of
from topple.prompting.question import Part, Picture, Question
from topple.prompting.reader import Values
from topple.prompting.setup import TEXT
from topple.prompting.trial import Trial
from topple.prompting.turn_episode import TurnEpisode
from topple.tasks.attempt import Action, Played
from topple.worlds.rope.calls import Call, action_of
from topple.worlds.rope.game import Game
from topple.worlds.rope.models import state, symbols, views
from topple.worlds.rope.models.description import describe, without_pictures
from topple.worlds.rope.models.forms import TURNS, call_of, choices_of, form
from topple.worlds.rope.simulate import Ending, Event
from topple.worlds.rope.story import words_of
from topple.worlds.rope.task import RopeTask
from topple.worlds.rope.world import WORLD, own_task


class Turns:
    """A game in play: `moves` are the world's action so far, `last` what the last call did."""

    def __init__(self, task: RopeTask, latency: float) -> None:
        self.game = Game(task.level, latency)
        self.moves: list[float] = []
        self.last: tuple[Event, ...] = ()

    @property
    def over(self) -> bool:
        return self.game.over

    def call(self, call: Call) -> None:
        """Make a call and let its time pass."""
        before = len(self.game.events)
        self.game.call(call)
        self.moves = list(action_of(self.game.calls))
        self.last = self.game.events[before:]


class RopeEpisode(TurnEpisode):
    """Ten turns, or until the candy is eaten or lost or the model says that it is done."""

    def __init__(self, trial: Trial) -> None:
        self.task = own_task(trial.task)
        own = form(trial.setup.form).fitted(self.task)
        super().__init__(trial, own, self._simulated)

    def _simulated(self, action: Action) -> Played:
        (played,) = WORLD.play([self.task], [action], threads=1)
        claim = self._turns.game.claim
        return replace(played, note=f"claimed {claim.name}") if claim is not None else played

    def start(self) -> Turns:
        self._turns = Turns(self.task, self.setup.latency)
        self._choose()
        return self._turns

    def _choose(self) -> None:
        """Name what a random player may choose from now on."""
        choices = tuple(choices_of(self.task.level, self._turns.game))
        self.form_name = replace(form(self.setup.form), choices=choices).name

    def description(self) -> Description:
        found = describe(self.task.level, self.setup.latency)
        if self.setup.view != TEXT:
            return found
        setting = found.setting.replace("The pictures show", "The lists below describe")
        legend = found.legend
        if self.setup.since(4):
            setting = f"{setting} {state.UNITS}"
            legend = tuple(map(without_pictures, legend))
        return replace(found, setting=setting, legend=legend)

    @property
    def turns(self) -> int:
        return TURNS

    def state(self) -> Any:
        return symbols.state(self._turns.game)

    def now(self) -> Picture:
        return views.now(self._turns.game)

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
        moment = state.moment(level, self._turns.game.frame())
        start = state.start(level)
        if self.setup.since(4) and len(level.candies) > 1:
            start = start.replace("to candy ", "to half ")
        return [f"The start:\n{start}", f"Now:\n{moment}"]

    def move(self, values: Values, text: str) -> dict[str, Any]:
        self._turns.call(call_of(values))
        self._choose()
        if not self.predicts:
            return {}
        game = self._turns.game
        eaten = game.ending is Ending.eaten
        return facts_of(
            text,
            [
                Checked.same("goal", said_goal(text), eaten),
                Checked.same("stars", _number(said_of("stars", text)), str(game.stars)),
            ],
        )

    def remark(self) -> str:
        """Return what happened since the call, apart from the call itself."""
        return "; ".join(words_of(event) for event in self._turns.last[1:])


def _number(said: str | None) -> str | None:
    """Return the number that a text begins with."""
    return said.split()[0].rstrip(".,") if said else None
