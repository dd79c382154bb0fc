"""One item as a model is asked it: one question, one answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from topple.prompting.episode import Episode, Exchange, Spent
from topple.prompting.question import Part, Picture, Question
from topple.prompting.reader import Reading
from topple.prompting.setup import TEXT
from topple.prompting.stop import Stop
from topple.prompting.symbols import PICTURE, SYMBOLS, in_symbols, unseen, with_symbols
from topple.prompting.trial import Trial
from topple.tasks.attempt import Played
from topple.tasks.outcome import Outcome
from topple.worlds import parts
from topple.worlds.ladder.forms import form_of
from topple.worlds.ladder.items import Item, ladder_of, start
from topple.worlds.ladder.pictures import marks, picture
from topple.worlds.ladder.places import place_in_units
from topple.worlds.ladder.rows import Kind
from topple.worlds.ladder.wording import VERSION, describe, question, system
from topple.worlds.own import own
from topple.worlds.registry import world


class ItemEpisode(Episode):
    """One question, one answer."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial.protocol, str(trial.task), trial.fold, trial.done)
        self.item = own(trial.task, Item, "an item of a ladder")
        self.form = form_of(self.item.kind)
        self.form_name = self.form.name
        self._trial = trial

    @property
    def example(self) -> str:
        return self.form.words(self.form.example)

    def question(self) -> Question:
        setup, told = self._trial.setup, describe(self.item)
        reads = setup.shows == SYMBOLS
        if reads:
            told = replace(told, setting=in_symbols(told.setting))
        words = system(self.item, told, self.form)
        parts: list[Part] = [*self._shown(), question(self.item, start(self.item))]
        if scene := self._trial.scene:
            words = f"{words}\n\n{scene.explained(setup.shows)}"
            marked = place_in_units(self.item) if reads else _marked(self.item)
            parts = with_symbols([marked, *parts], scene, None, setup.shows)
        words = unseen(words) if reads else words
        return Question(f"ladder@{VERSION}", words, tuple(part for part in parts if part))

    def _shown(self) -> list[Part]:
        """Return the pictures: with letters, or those of the world's own question for a plan."""
        if self._trial.setup.view == TEXT:
            return []
        if self.item.kind is Kind.PLAN:
            return list(_captioned(_own_question(self._trial).parts))
        if not (self.item.row.done and ladder_of(self.item.id.world).labelled):
            return [picture(self.item)]
        shown = _own_question(self._trial).pictures
        labelled = next(each for each in shown if each.name.startswith("labelled"))
        return [picture(self.item), "The same scene with the numbers of actions:", labelled]

    def answer(
        self, question: Question, text: str, spent: Spent, stop: Stop = Stop.END
    ) -> Exchange:
        reading = Reading(None, stop.why) if stop.why else self.form.read(text)
        values = reading.values
        if values is None:
            played = Played(stop.outcome, note=reading.why)
        elif why := self.form.refusal(values):
            played = Played(Outcome.INVALID, note=why)
        else:
            played = self.item.mark(values)
        action = values if played.outcome in (Outcome.SOLVED, Outcome.MISSED) else None
        turn = self._turn(question, text, values, played.note, played.outcome, spent, stop=stop)
        return Exchange(turn, self._close(action, played, question, spent))


def _own_question(trial: Trial) -> Question:
    """Return the world's own first question about the task of a plan."""
    item = own(trial.task, Item, "an item of a ladder")
    task, _ = item.scene(None)
    models = parts.models(world(item.id.world))
    form = ladder_of(item.id.world).form or models.usual_form
    setup = replace(trial.setup, form=form, shows=PICTURE)
    return models.episode(Trial(setup, trial.protocol, task)).question()


def _captioned(parts: Sequence[Part]) -> Iterator[Part]:
    """Yield every picture once, after the words that stand before it."""
    seen = set()
    for before, part in pairwise(("", *parts)):
        if isinstance(part, Picture) and part.digest not in seen:
            seen.add(part.digest)
            if isinstance(before, str):
                yield before
            yield part


def _marked(item: Item) -> str:
    """Return where the letters stand, for scenes that are given as symbols."""
    return "\n".join(
        f"The letter {letter} stands at {x:g} % of the picture's width from the left and {y:g} % "
        "of its height from below."
        for letter, (x, y) in marks(item).items()
    )
