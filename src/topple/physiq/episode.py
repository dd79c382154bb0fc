"""Ask a model one question: a single answer, or a conversation of up to five placements.

The record of an answer holds the reading as numbers. An answer is solved if it is right: the truth,
the winner first, a placement that wins, or a percentage on the right side of one half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from topple.physiq.insertion import Tried
from topple.physiq.items import Item, Kind, Message, QuestionMode
from topple.physiq.moments import LAST
from topple.physiq.pictures import VERSION, ScenePicture
from topple.physiq.readers import read
from topple.physiq.records import OUTCOMES, UNREADABLE, outcome, restore_talk, to_numbers
from topple.physiq.settings import QuestionSettings
from topple.prompting.episode import Episode, Exchange, Spent
from topple.prompting.hint import Hint
from topple.prompting.question import Part, Picture, Question, Said
from topple.prompting.stop import Stop
from topple.tasks.attempt import Attempt, Played
from topple.tasks.protocol import Protocol


class QuestionEpisode(Episode):
    """One item, from its question to its last answer."""

    def __init__(
        self,
        protocol: Protocol,
        item: Item,
        fold: int,
        done: Sequence[Attempt] = (),
        turns: Sequence[dict[str, Any]] = (),
    ) -> None:
        """Continue after the attempts in `done`, whose turns are given as plain data."""
        super().__init__(protocol, item.id, fold, done)
        self.item, self.form_name = item, str(item.form)
        answers = {int(turn["attempt"]): str(turn["answer"]) for turn in turns}
        self._talk = restore_talk(item, [(each, answers.get(each.number, "")) for each in done])

    @property
    def hint(self) -> Hint:
        # Baselines number their answers; attempts that failed do not count.
        return replace(super().hint, attempt=self.counted + 1)

    def question(self) -> Question:
        system, *before, asked = self._talk.messages
        return Question(
            QuestionSettings(prompts=self.item.version).prompt,
            system.text,
            _shown(asked),
            tuple(Said(cast(Any, said.role), _shown(said)) for said in before),
        )

    def answer(
        self, question: Question, text: str, spent: Spent, stop: Stop = Stop.END
    ) -> Exchange:
        # The original reads whatever came.
        reads = not stop.why or self.item.mode is QuestionMode.CLASSIC
        if self.item.kind is Kind.INSERTION:
            return self._placed(question, text, spent, stop, reads)
        found = read(self.item, text) if reads else None
        end = stop.outcome if found is None else outcome(self.item, found)
        why = stop.why or UNREADABLE if found is None else ""
        played = Played(end, note=why)
        return self._record(question, text, to_numbers(found), played, spent, stop)

    def _placed(
        self, question: Question, text: str, spent: Spent, stop: Stop, reads: bool
    ) -> Exchange:
        self._talk = self._talk.answered(text) if reads else self._talk.unread(text)
        tried: Tried = self._talk.tried[-1]
        end = stop.outcome if tried.placed is None else OUTCOMES[tried.status]
        played = Played(end, note=str(tried.status))
        return self._record(question, text, to_numbers(tried.placed), played, spent, stop)

    def _record(
        self,
        question: Question,
        text: str,
        values: tuple[float, ...] | None,
        played: Played,
        spent: Spent,
        stop: Stop,
    ) -> Exchange:
        turn = self._turn(question, text, values, played.note, played.outcome, spent, stop=stop)
        return Exchange(turn, self._close(values, played, question, spent))


def _shown(message: Message) -> tuple[Part, ...]:
    return tuple(_picture(p) if isinstance(p, ScenePicture) else p for p in message.parts)


# A conversation repeats its pictures at every turn, and items share pictures.
@lru_cache(maxsize=4096)
def _picture(drawn: ScenePicture) -> Picture:
    names = {0: "start" if drawn.balls else "scene", LAST: "end"}
    name = names.get(drawn.moment, f"moment{drawn.moment}")
    return Picture(f"{name}@{VERSION}", drawn.png(), drawn.pixel_hash())
