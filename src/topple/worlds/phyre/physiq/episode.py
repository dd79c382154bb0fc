"""Ask a model one question: a single answer, or a conversation of up to five placements.

The record of an answer holds the reading as numbers. An answer is solved if it is right: the truth,
the winner first, a placement that wins, or a percentage on the right side of one half.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from topple.prompting.episode import Episode, Exchange, Spent
from topple.prompting.hint import Hint
from topple.prompting.question import Part, Picture, Question, Said
from topple.prompting.reader import Reading
from topple.prompting.stop import Stop
from topple.prompting.trial import Trial
from topple.tasks.attempt import Played
from topple.worlds.own import own
from topple.worlds.phyre.physiq.forms import WrittenAnswer
from topple.worlds.phyre.physiq.insertion import Talk
from topple.worlds.phyre.physiq.items import Item, Kind, Message, QuestionMode
from topple.worlds.phyre.physiq.moments import LAST
from topple.worlds.phyre.physiq.pictures import VERSION, ScenePicture
from topple.worlds.phyre.physiq.placing import OUTCOMES
from topple.worlds.phyre.physiq.settings import QuestionSettings


class QuestionEpisode(Episode):
    """One item, from its question to its last answer."""

    def __init__(self, trial: Trial) -> None:
        """Continue after the attempts of a trial, whose turns are given as plain data."""
        super().__init__(trial.protocol, str(trial.task), trial.fold, trial.done)
        self.item = own(trial.task, Item, "a question")
        self.form = WrittenAnswer(self.item.form).fit(self.item)
        self.form_name = self.form.name
        answers = {int(turn["attempt"]): str(turn["answer"]) for turn in trial.turns}
        done = [(each, answers.get(each.number, "")) for each in trial.done]
        talks = self.item.kind is Kind.INSERTION
        self._talk = Talk.after(self.item, done) if talks else Talk.of(self.item)

    @property
    def hint(self) -> Hint:
        # Baselines number their answers; attempts that failed do not count.
        return replace(super().hint, attempt=self.counted + 1)

    def question(self) -> Question:
        system, *before, asked = self._talk.messages
        return Question(
            QuestionSettings().prompt,
            system.text,
            _show(asked),
            tuple(Said(cast(Any, said.role), _show(said)) for said in before),
        )

    def answer(
        self, question: Question, text: str, spent: Spent, stop: Stop = Stop.END
    ) -> Exchange:
        # The original reads whatever came.
        reads = not stop.why or self.item.mode is QuestionMode.CLASSIC
        reading = self.form.read(text) if reads else Reading(None, stop.why)
        values = reading.values
        if self.item.kind is Kind.INSERTION:
            played = self._place(text, stop, reads)
        elif values is None:
            played = Played(stop.outcome, note=reading.why)
        else:
            played = self.item.mark(values)
        turn = self._turn(question, text, values, played.note, played.outcome, spent, stop=stop)
        return Exchange(turn, self._close(values, played, question, spent))

    def _place(self, text: str, stop: Stop, reads: bool) -> Played:
        """Go on with the conversation."""
        self._talk = self._talk.answered(text) if reads else self._talk.unread(text)
        tried = self._talk.tried[-1]
        end = stop.outcome if tried.placed is None else OUTCOMES[tried.status]
        return Played(end, note=str(tried.status))


def _show(message: Message) -> tuple[Part, ...]:
    return tuple(_picture(p) if isinstance(p, ScenePicture) else p for p in message.parts)


# A conversation repeats its pictures at every turn, and items share pictures.
@lru_cache(maxsize=4096)
def _picture(drawn: ScenePicture) -> Picture:
    names = {0: "start" if drawn.balls else "scene", LAST: "end"}
    name = names.get(drawn.moment, f"moment{drawn.moment}")
    return Picture(f"{name}@{VERSION}", drawn.png(), drawn.pixel_hash())
