"""A question as a model answers it: once, or as a conversation of up to five placements.

The record of an answer holds what was read, as numbers. An answer is solved if it is right: the
truth, the winner first, a placement that wins, or a percentage on the right side of one half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from topple.physiq.builder import Settings
from topple.physiq.insertion import Tried
from topple.physiq.items import Item, Kind, Message
from topple.physiq.moments import LAST
from topple.physiq.outcomes import ENDS, UNREADABLE, talk_of
from topple.physiq.pictures import VERSION
from topple.physiq.pictures import Picture as Drawn
from topple.physiq.reading import read
from topple.physiq.readings import numbers, outcome
from topple.prompting.episode import Episode, Exchange, Spent
from topple.prompting.hint import Hint
from topple.prompting.question import Part, Picture, Question, Said
from topple.tasks.attempt import Attempt, Played
from topple.tasks.outcome import Outcome
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
        self._talk = talk_of(item, [(each, answers.get(each.number, "")) for each in done])

    @property
    def hint(self) -> Hint:
        # A baseline counts attempts, and knows nothing of faults.
        return replace(super().hint, attempt=self.counted + 1)

    def question(self) -> Question:
        system, *before, asked = self._talk.messages
        return Question(
            Settings().prompt,
            system.text,
            _shown(asked),
            tuple(Said(cast(Any, said.role), _shown(said)) for said in before),
        )

    def answer(self, question: Question, text: str, spent: Spent) -> Exchange:
        if self.item.kind is Kind.INSERTION:
            return self._placed(question, text, spent)
        found = read(self.item, text)
        end = outcome(self.item, found)
        why = UNREADABLE if end is Outcome.UNREADABLE else ""
        return self._told(question, text, numbers(found), Played(end, note=why), spent)

    def _placed(self, question: Question, text: str, spent: Spent) -> Exchange:
        self._talk = self._talk.answered(text)
        tried: Tried = self._talk.tried[-1]
        played = Played(ENDS[tried.status], note=str(tried.status))
        return self._told(question, text, numbers(tried.placed), played, spent)

    def _told(
        self,
        question: Question,
        text: str,
        values: tuple[float, ...] | None,
        played: Played,
        spent: Spent,
    ) -> Exchange:
        turn = self._turn(question, text, values, played.note, played.outcome, spent)
        return Exchange(turn, self._close(values, played, question, spent))


def _shown(message: Message) -> tuple[Part, ...]:
    return tuple(_picture(p) if isinstance(p, Drawn) else p for p in message.parts)


# A conversation shows its pictures again at every turn, and items share some.
@lru_cache(maxsize=4096)
def _picture(drawn: Drawn) -> Picture:
    names = {0: "start" if drawn.balls else "scene", LAST: "end"}
    name = names.get(drawn.moment, f"moment{drawn.moment}")
    return Picture(f"{name}@{VERSION}", drawn.png())
