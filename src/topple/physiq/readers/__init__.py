"""Read answers to questions: parsed, never evaluated, never repaired.

Each form of answer has its grammar in a module of its own. Classic sets are read by the rules of
the original's figures instead, so that numbers can be compared.
"""

from __future__ import annotations

from topple.physiq.items import AnswerForm, Item, Kind, QuestionMode
from topple.physiq.readers.classic import read_classic
from topple.physiq.readers.percent import read_percent
from topple.physiq.readers.placement import Placement, read_placement
from topple.physiq.readers.ranking import Order, read_ranking
from topple.physiq.readers.yes_no import read_yes_no

AnswerReading = bool | float | Order | Placement


def read(item: Item, answer: str) -> AnswerReading | None:
    """Read an answer to an item; return None if it cannot be scored."""
    if item.mode is QuestionMode.CLASSIC and item.kind is not Kind.INSERTION:
        return read_classic(item.kind, answer)
    match item.form:
        case AnswerForm.YES_NO:
            return read_yes_no(answer)
        case AnswerForm.PERCENT:
            return read_percent(answer)
        case AnswerForm.RANKING:
            return read_ranking(answer)
        case AnswerForm.PLACEMENT:
            return read_placement(answer, item.balls)
