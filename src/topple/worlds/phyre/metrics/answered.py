"""The items that a run has answered, with their attempts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from topple.errors import BadInput
from topple.metrics.insertions import Inserted
from topple.metrics.metric import Counts
from topple.tasks.attempt import Attempt
from topple.worlds.phyre.metrics.scoring import Score, score_readings, score_talks
from topple.worlds.phyre.physiq.answers import AnswerReading, from_numbers
from topple.worlds.phyre.physiq.find import items_of, set_of
from topple.worlds.phyre.physiq.insertion import Talk
from topple.worlds.phyre.physiq.items import Item, Kind


@dataclass(frozen=True, eq=False, slots=True)
class Answered:
    """Items in the order of their set, and the attempts that count at each."""

    asked: Sequence[Item]
    made: Sequence[Sequence[Attempt]]

    @classmethod
    def of(cls, counts: Counts) -> Answered:
        """Return the items with an answer; one that a provider failed to give is left out."""
        made = {each[0].task: each for each in counts.made if each}
        if not made:
            raise BadInput("a run without any answer has no score")
        known = items_of(*set_of(next(iter(made))))
        if strangers := made.keys() - known.keys():
            raise BadInput(f"`{min(strangers)[:120]}` is not an item of the set")
        asked = [item for name, item in known.items() if name in made]
        return cls(asked, [made[str(item)] for item in asked])

    @property
    def kind(self) -> Kind:
        return self.asked[0].kind

    @property
    def readings(self) -> list[AnswerReading | None]:
        """The reading of the last answer to each item."""
        pairs = zip(self.asked, self.made, strict=True)
        return [from_numbers(item.form, made[-1].action) for item, made in pairs]

    @property
    def talks(self) -> list[Talk]:
        """The conversations, without their text."""
        pairs = zip(self.asked, self.made, strict=True)
        return [Talk.after(item, [(each, "") for each in made]) for item, made in pairs]

    def score(self) -> Score | Inserted:
        """Score what was answered."""
        if self.kind is Kind.INSERTION:
            return score_talks(self.talks)
        return score_readings(self.asked, self.readings)
