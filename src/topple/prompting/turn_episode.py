"""Attempts of many turns: each decision follows the effects of the last one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from topple.prompting.asked import asked
from topple.prompting.description import Description
from topple.prompting.episode import Exchange, Spent
from topple.prompting.history import Past
from topple.prompting.predictions import Checked, facts_of, truth_of
from topple.prompting.question import Part, Picture, Question
from topple.prompting.reader import Reading, Values
from topple.prompting.stop import Stop
from topple.prompting.trial import Trial
from topple.prompting.turn_form import Playing, TurnForm
from topple.prompting.world_episode import World, WorldEpisode
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome


class TurnEpisode(WorldEpisode):
    """Decisions until the game is over; an answer without a valid move uses up a turn too.

    A world declares its `description` and a picture of `now`; its form begins a game and makes the
    moves. They are played again as one action at the end, as runs of agents are, so that both give
    the same record.
    """

    form: TurnForm[Any]

    def __init__(self, trial: Trial, form: TurnForm[Any], world: World) -> None:
        super().__init__(trial, form, world)
        self._begin()

    def _begin(self) -> None:
        self._game: Playing = self.start()
        self._past: list[Past] = []
        self._seen: list[Picture] = []
        self._made: list[Values] = []
        self._spent_before = Spent()

    def start(self) -> Any:
        """Start a game from the beginning."""
        return self.form.begin(self._trial.task)

    def choices(self) -> Sequence[Values]:
        return self.form.choices(self._game)

    @abstractmethod
    def description(self) -> Description:
        """Return the task in words."""

    @property
    def turns(self) -> int:
        """The most turns that an attempt has."""
        return self.form.turns(self._trial.task)

    @abstractmethod
    def now(self) -> Picture:
        """Draw the game as it stands."""

    def state(self) -> Any:
        """Return the game as it stands as plain data, for questions in symbols."""
        return None

    def details(self) -> list[Part]:
        """Return further pictures and words about the current turn."""
        return []

    def remember(self) -> None:
        """Keep what `check` and `remark` compare with, before a move is made."""

    def check(self, text: str) -> list[Checked | None]:
        """Compare the prediction in an answer with what the last move did."""
        return []

    def remark(self) -> str:
        """Return what the prompt says about the game after a move."""
        return ""

    def tries(self) -> str:
        """Return the rule on turns and invalid answers."""
        wording = self.setup.wording
        if self.turns == 1:
            return f"You have one turn. {wording.uses_up('turn', only=True)}"
        return f"You have {self.turns} turns. {wording.uses_up('turn')}"

    @property
    def decision(self) -> int:
        return len(self._past) + 1

    @property
    def predicts(self) -> bool:
        """Whether answers begin with a prediction."""
        return self.setup.format == "wm"

    def question(self) -> Question:
        wording, now, details = self.setup.wording, self.now(), self.details()
        parts: list[Part] = []
        if self.history.words and self._past:
            parts.append(wording.past(self._past, "turn"))
            own = 1 + sum(isinstance(part, Picture) for part in details)
            first = max(0, len(self._past) - self._room(own))
            for past, picture in zip(self._past[first:], self._seen[first:], strict=True):
                parts += [f"Before turn {past.number}:", picture]
        self._seen = [*self._seen[: len(self._past)], now]
        parts += ["Now:", now, *details]
        parts.append(wording.request(self.decision, self.turns, "turn"))
        return asked(self, parts)

    def _room(self, own: int) -> int:
        """Return for how many earlier turns a picture is shown; the current one is always shown."""
        most = self.setup.pictures - own if self.setup.pictures else self.history.attempts
        return max(0, min(most, self.history.attempts))

    def resume(self, turns: Sequence[dict[str, Any]]) -> list[Exchange]:
        """Play the stored turns of this attempt again, or those of a failed one before it.

        The game goes on with the first turn whose question is another one than was asked.
        """
        stored = [turn for turn in turns if turn["attempt"] == self.number]
        failed = bool(self.attempts) and self.attempts[-1].outcome is Outcome.FAILED
        taken_over = failed and not stored
        if taken_over:
            stored = [turn for turn in turns if turn["attempt"] == self.number - 1]
        found: list[Exchange] = []
        for turn in stored:
            question = self.question()
            if turn["asked"] != question.digest or turn.get("outcome") == Outcome.FAILED:
                break
            found.append(self._again(question, turn, taken_over))
            if found[-1].attempt is not None:
                break
        return found

    def _again(self, question: Question, turn: dict[str, Any], taken_over: bool) -> Exchange:
        read, stop = turn["read"], Stop(turn.get("stop", Stop.END))
        reading = Reading(None if read is None else tuple(read), turn["why"])
        # The cost of a failed attempt is counted there.
        spent = Spent() if taken_over else Spent(**turn["spent"])
        exchange = self._take_answer(question, turn["answer"], reading, spent, stop)
        return replace(exchange, turn=replace(exchange.turn, taken_over=taken_over))

    def simulate(self, text: str) -> tuple[Action | None, Played]:
        """Play what an answer says after the moves so far, and leave everything as it is."""
        reading = self.setup.wording.read(self.form, text)
        if reading.values is None:
            return None, Played(Outcome.UNREADABLE, note=reading.why)
        if why := self.form.refusal(reading.values):
            return None, Played(Outcome.INVALID, note=why)
        action = self.form.attempt(self._trial.task, [*self._made, reading.values])
        return action, self.play(action)

    def answer(
        self, question: Question, text: str, spent: Spent, stop: Stop = Stop.END
    ) -> Exchange:
        read = self.setup.wording.read
        reading = Reading(None, stop.why) if stop.why else read(self.form, text)
        return self._take_answer(question, text, reading, spent, stop)

    def _take_answer(
        self, question: Question, text: str, reading: Reading, spent: Spent, stop: Stop
    ) -> Exchange:
        """Play what was read from an answer."""
        self._spent_before += spent
        values = reading.values
        why = reading.why if values is None else self.form.refusal(values)
        outcome = Outcome.MISSED
        if why:
            outcome = stop.outcome if values is None else Outcome.INVALID
        facts: dict[str, Any] = {}
        remark = why
        if values is not None and not why:
            self.remember()
            self.form.play(self._game, values)
            self._made.append(values)
            remark = self.remark()
        if self.predicts:
            facts = facts_of(text, [] if why else self.check(text))
        ended = outcome if why else None
        in_text = self._in_text(text)
        turn = self._turn(question, text, values, why, ended, spent, facts, stop, in_text)
        words = self.setup.wording.words(self.form, values) if values else ""
        self._past.append(
            Past(
                self.decision, words, outcome, remark, facts.get("text", ""), None, truth_of(facts)
            )
        )
        if not self._game.over and len(self._past) < self.turns:
            return Exchange(turn, None)
        return Exchange(turn, self._end(question, outcome, why))

    def _in_text(self, text: str) -> dict[str, Any] | None:
        """Return what the reader of free text finds in a structured answer; it is not played."""
        if self.schema is None:
            return None
        found = self.form.read(text)
        return {"read": found.values, "why": found.why}

    def _end(self, question: Question, last: Outcome, why: str) -> Attempt:
        """Play all moves as one action; without any, the last answer decides the outcome."""
        action: Action | None = tuple(self._game.moves) or None
        played = Played(last, note=why) if action is None else self.play(action)
        found = self._close(action, played, question, self._spent_before)
        if not self.over:
            self._begin()
        return found

    def fail(self, question: Question, why: str, spent: Spent) -> Exchange:
        exchange = super().fail(question, why, spent)
        self._begin()
        return exchange
