"""Ask players, and score and compare their answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from topple.errors import BadInput
from topple.metrics.calibration import Calibration, brier_scores, calibrate
from topple.metrics.insertions import Inserted, insert, won_at
from topple.metrics.judgements import NO, UNREADABLE, YES, Judged, judge, right_answers
from topple.metrics.paired import Difference, difference
from topple.metrics.rankings import Ranked, rank, top_scores
from topple.worlds.phyre.physiq.answers import AnswerForm, AnswerReading, to_numbers
from topple.worlds.phyre.physiq.forms import read
from topple.worlds.phyre.physiq.insertion import Talk
from topple.worlds.phyre.physiq.items import Item
from topple.worlds.phyre.physiq.players.placements import Answer
from topple.worlds.phyre.physiq.proposal import Grade
from topple.worlds.phyre.physiq.wording import ATTEMPTS

Floats = NDArray[np.float64]
Score = Judged | Calibration | Ranked
Readings = Sequence[AnswerReading | None]


def answers(items: Sequence[Item], answer: Answer) -> list[str]:
    """Return a player's first answer to each item."""
    return [answer(item, 1) for item in items]


def talks(items: Sequence[Item], answer: Answer) -> list[Talk]:
    """Return a conversation per item, in which a player tries until it wins or attempts run out."""
    found = []
    for item in items:
        talk = Talk.of(item)
        while not talk.over:
            talk = talk.answered(answer(item, len(talk.tried) + 1))
        found.append(talk)
    return found


def score(items: Sequence[Item], said: Sequence[str]) -> Score:
    """Score the answers to items of one kind other than insertions."""
    return score_readings(items, _read(items, said))


def score_readings(items: Sequence[Item], found: Readings) -> Score:
    """Score the readings of answers; None is an unreadable answer."""
    template = _templates(items)
    match _form(items):
        case AnswerForm.YES_NO:
            return judge(_truth(items), _read_judgements(found), template)
        case AnswerForm.PERCENT:
            return calibrate(_truth(items), _read_statements(found), template)
        case AnswerForm.RANKING:
            task = np.array([item.task for item in items])
            return rank(_ranks(items, found), _slots(items), task, template)
    raise BadInput("insertions are conversations", "score them with `score_talks`")


def score_talks(found: Sequence[Talk]) -> Inserted:
    """Score the conversations of insertions."""
    return insert(
        [[tried.status for tried in talk.tried] for talk in found],
        [[tried.repeated for tried in talk.tried] for talk in found],
        _templates([talk.item for talk in found]),
        ATTEMPTS,
    )


def compare(items: Sequence[Item], a: Sequence[str], b: Sequence[str]) -> Difference:
    """Compare two players on the same items by accuracy, negative Brier score or first choice."""
    first, second = (credit(items, _read(items, said)) for said in (a, b))
    return difference(first, second, _templates(items))


def compare_talks(a: Sequence[Talk], b: Sequence[Talk]) -> Difference:
    """Compare two players by the share of items won."""
    if [str(talk.item) for talk in a] != [str(talk.item) for talk in b]:
        raise BadInput("the two players have not answered the same items")
    return difference(won(a), won(b), _templates([talk.item for talk in a]))


def won(found: Sequence[Talk]) -> Floats:
    """Return 1 for each conversation that was won and 0 for the others."""
    statuses = [[tried.status for tried in talk.tried] for talk in found]
    return np.asarray((won_at(statuses) > 0).astype(np.float64))


def credit(items: Sequence[Item], found: Readings) -> Floats:
    """Return the credit per answer: 1 or 0 for right or wrong, or the negative Brier score."""
    match _form(items):
        case AnswerForm.YES_NO:
            return right_answers(_truth(items), _read_judgements(found))
        case AnswerForm.PERCENT:
            return -brier_scores(_truth(items), _read_statements(found))
        case AnswerForm.RANKING:
            return top_scores(_ranks(items, found))
    raise BadInput("insertions are conversations", "compare them with `compare_talks`")


def _form(items: Sequence[Item]) -> AnswerForm:
    forms = {item.form for item in items}
    if len(forms) != 1:
        raise BadInput(f"all items must have one form of answer, not {len(forms)}")
    return forms.pop()


def _templates(items: Sequence[Item]) -> NDArray[np.str_]:
    return np.array([item.template for item in items])


def _truth(items: Sequence[Item]) -> NDArray[np.bool_]:
    return np.array([item.truth is True for item in items])


def _read(items: Sequence[Item], said: Sequence[str]) -> list[AnswerReading | None]:
    if len(items) != len(said):
        raise BadInput(f"{len(items)} items, but {len(said)} answers")
    return [read(item, answer) for item, answer in zip(items, said, strict=True)]


def _read_judgements(found: Readings) -> NDArray[np.int8]:
    codes = {True: YES, False: NO, None: UNREADABLE}
    return np.array([codes[None if r is None else bool(r)] for r in found], np.int8)


def _read_statements(found: Readings) -> Floats:
    return np.array([r if isinstance(r, float) else np.nan for r in found], np.float64)


def _ranks(items: Sequence[Item], found: Readings) -> NDArray[np.int64]:
    """Return the rank of each grade per answer; all 0 if the answer is not an order."""
    rows = []
    for item, reading in zip(items, found, strict=True):
        slots = [item.grades.index(grade) + 1 for grade in Grade]
        order = list(to_numbers(reading) or ())
        whole = sorted(order) == sorted(slots)
        rows.append([order.index(slot) + 1 for slot in slots] if whole else [0] * len(slots))
    return np.array(rows, np.int64)


def _slots(items: Sequence[Item]) -> NDArray[np.int64]:
    return np.array([[item.grades.index(grade) + 1 for grade in Grade] for item in items], np.int64)
