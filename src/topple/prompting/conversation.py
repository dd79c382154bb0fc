"""Conversations: a task as a model plays it, question by question. Attempts are games throughout.

An attempt is one whole plan, always from the same start, or a game of many turns. Either way a
model is asked, its answer is read as a move in some form, the move is played, and what came of it
is remembered for the next question. What a world says and shows is its `Voice`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from topple.prompting.attempts import Attempts
from topple.prompting.exchange import Exchange, Spent
from topple.prompting.hint import Hint
from topple.prompting.memory import Memory
from topple.prompting.predictions import facts_of
from topple.prompting.question import Part, Question
from topple.prompting.reader import Reading
from topple.prompting.referee import Referee
from topple.prompting.setup import Setup
from topple.prompting.stop import Stop
from topple.prompting.structured import Schema, whole
from topple.prompting.symbols import PICTURE, SYMBOLS, in_symbols, unseen, with_symbols
from topple.prompting.tools import Practice
from topple.prompting.voice import WORDS_ONLY, Voice
from topple.tasks.attempt import Action, Attempt, Played
from topple.tasks.outcome import Outcome
from topple.tasks.protocol import Protocol
from topple.tasks.task import Task

_UNPLAYED = (Outcome.INVALID, Outcome.UNREADABLE, Outcome.TRUNCATED, Outcome.REFUSED)


class Conversation(Attempts):
    """One task in play: ask `question`, then call `answer` or `fail`, until it is `over`.

    It continues after the attempts in `done` and their turns; a failed attempt does not end the
    task for good. `practice` is where attempts are simulated, unless on the task itself.
    """

    practice: Practice | None = None

    def __init__(
        self,
        task: Task,
        voice: Voice,
        setup: Setup,
        protocol: Protocol,
        *,
        fold: int = 0,
        done: Sequence[Attempt] = (),
        turns: Sequence[dict[str, Any]] = (),
    ) -> None:
        super().__init__(protocol, str(task), fold, done)
        self.task, self.voice, self.setup = task, voice, setup
        self.form = voice.form(setup.form).fit(task)
        self.in_turns = self.form.in_turns
        self.symbols = voice.scene(task) if setup.shows != PICTURE else None
        self.answers = {int(turn["attempt"]): str(turn["answer"]) for turn in turns}
        self._kind = "turn" if self.in_turns else "attempt"
        self._referee = Referee(task, voice, setup, self.form)
        self._memory = Memory(
            setup, self.form, self._kind, lambda action: voice.moments(task, action, setup)
        )
        if not self.in_turns:
            self._recall(turns)
        self._begin()

    def _begin(self) -> None:
        """Begin an attempt; games remember nothing of those before."""
        self.game, self._moved = self._referee.start(), False
        if self.in_turns:
            self._memory.clear()

    @property
    def turns(self) -> int:
        """The most turns that an attempt has."""
        return self.form.turns(self.task)

    @property
    def example(self) -> str:
        """The example of an answer in the prompt."""
        wording = self.setup.wording
        return wording.words(self.form, wording.example(self.form))

    @property
    def schema(self) -> Schema | None:
        """The JSON Schema of structured answers; None for answers in free text."""
        return whole(self.form.fields()) if self.setup.is_structured else None

    @property
    def hint(self) -> Hint:
        """The hint for baselines, which number their own answers."""
        return Hint(
            self.protocol.name,
            self.name,
            self.fold,
            1 + sum(attempt.outcome is not Outcome.FAILED for attempt in self.attempts),
            self.decision,
            self.form.name,
            self.example,
            tuple(self.form.choices(self.game)),
            self.schema is not None,
        )

    def question(self) -> Question:
        """Return the question for the next action."""
        if self.voice.ask:
            return self.voice.ask(self)
        now = self.voice.show(self.game, self.setup)
        pictured = self.voice.options.get("history") != WORDS_ONLY
        past = self._memory.parts(now, pictured=pictured)
        self._memory.see(now)
        parts = [*past, *now] if self.in_turns else [*now, *past]
        return self._asked([*parts, self._request()])

    def _asked(self, parts: list[Part]) -> Question:
        """Return a question of these parts, with the scene as symbols where it is so shown."""
        wording, scene, shows = self.setup.wording, self.symbols, self.setup.shows
        told = self.voice.describe(self.task, self.setup)
        if shows == SYMBOLS:
            told = replace(told, setting=in_symbols(told.setting))
        explained = scene.explained(shows) if scene else ""
        system = wording.system(told, self.form, self._tries(), explained)
        if shows == SYMBOLS:
            system = unseen(system)
            parts = [unseen(part) if isinstance(part, str) else part for part in parts]
        now = self.voice.state(self.game) if scene else None
        shown = with_symbols(parts, scene, now, shows) if scene else parts
        return Question(wording.version, system, tuple(shown))

    def _request(self) -> str:
        """Ask for the next action."""
        number = self.decision if self.in_turns else self.counted + 1
        return self.voice.request or self.setup.wording.request(number, self._most, self._kind)

    def _tries(self) -> str:
        """Return the rule on attempts or turns, and on answers without a move."""
        unchanged = self.voice.unchanged
        return self.voice.tries or self.setup.wording.tries(self._kind, self._most, unchanged)

    @property
    def _most(self) -> int:
        """The most turns of an attempt, or attempts at a plan."""
        return self.turns if self.in_turns else self.protocol.attempts

    def simulate(self, text: str) -> tuple[Action | None, Played]:
        """Play what an answer says on a branch of the game, and leave everything as it is."""
        return self._referee.try_out(self.game.branch(), self._referee.read(text))

    def answer(
        self, question: Question, text: str, spent: Spent, stop: Stop = Stop.END
    ) -> Exchange:
        """Play an answer; `stop` is why the model stopped writing."""
        return self._take(question, text, self._referee.read(text, stop), spent, stop)

    def resume(self, turns: Sequence[dict[str, Any]]) -> list[Exchange]:
        """Continue a game that was stopped from its turns, or from those of one that failed.

        It goes on with the first turn whose question is another one than was asked. Return what was
        used.
        """
        if not self.in_turns:
            return []
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

    def fail(self, question: Question, why: str, spent: Spent) -> Exchange:
        """Record that the provider failed to answer, which ends the task for now."""
        turn = self.record_turn(question, "", spent, why=why, outcome=Outcome.FAILED)
        attempt = self.record_attempt(None, Played(Outcome.FAILED, note=why), question)
        self.over = True
        self._begin()
        return Exchange(turn, attempt)

    def _again(self, question: Question, turn: dict[str, Any], taken_over: bool) -> Exchange:
        """Play a stored turn again."""
        read, stop = turn["read"], Stop(turn.get("stop", Stop.END))
        reading = Reading(None if read is None else tuple(read), turn["why"])
        # The cost of a failed attempt is counted there.
        spent = Spent() if taken_over else Spent(**turn["spent"])
        exchange = self._take(question, turn["answer"], reading, spent, stop)
        return replace(exchange, turn=replace(exchange.turn, taken_over=taken_over))

    def _take(
        self, question: Question, text: str, reading: Reading, spent: Spent, stop: Stop
    ) -> Exchange:
        """Play what was read from an answer."""
        before, lost = self.voice.remember(self.game), self._referee.lost(reading, stop)
        action, ended = None, lost
        if lost is None:
            self._referee.move(self.game, reading)
            self._moved = True
            if not self.in_turns:
                action, ended = self._referee.result(self.game, reading)
        note = ended.note if ended else ""
        turn = self.record_turn(
            question,
            text,
            spent,
            read=reading.values if self.form.recorded else None,
            why=self.voice.reasons.get(note, note),
            outcome=str(ended.outcome) if ended else "",
            stop=stop,
            prediction=self._predicted(text, before, ended),
            in_text=self._in_text(text, reading, ended),
        )
        if self.in_turns:
            self._memory.add_turn(turn, note or self.voice.remark(before, self.game))
            if not self.game.over and self.decision < self.turns:
                self.decision += 1
                return Exchange(turn, None)
            if self._moved:
                action, ended = self._referee.result(self.game, reading)
        assert ended is not None, "without a move, the last answer ends an attempt"
        self.answers[self.number], number = turn.answer, self.counted + 1
        attempt = self.record_attempt(action, ended, question)
        if not self.in_turns:
            self._memory.add_attempt(number, attempt, turn.data())
        self._begin()
        return Exchange(turn, attempt)

    def _predicted(self, text: str, before: Any, ended: Played | None) -> dict[str, Any]:
        """Return what an answer predicts, compared with what its move did."""
        if self.setup.format != "wm":
            return {}
        made = ended is None or ended.outcome not in _UNPLAYED
        return facts_of(text, self.voice.check(text, before, self.game) if made else [])

    def _in_text(self, text: str, read: Reading, ended: Played | None) -> dict[str, Any] | None:
        """Return what the reader of free text finds in a structured answer.

        Of a whole plan also how it ends; a turn is not played.
        """
        if self.schema is None:
            return None
        found = self.form.read(text)
        told = {"read": found.values, "why": found.why}
        if self.in_turns or ended is None:
            return told
        if found.values != read.values:
            _, ended = self._referee.try_out(self._referee.start(), found)
        return {**told, "outcome": str(ended.outcome)}

    def _recall(self, turns: Sequence[dict[str, Any]]) -> None:
        """Remember the attempts that count."""
        by_attempt = {turn["attempt"]: turn for turn in turns}
        for number, attempt in enumerate(self.counting, 1):
            self._memory.add_attempt(number, attempt, by_attempt.get(attempt.number, {}))
