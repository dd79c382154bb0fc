"""Put items to a player, and score what it says."""

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
from topple.physiq.insertion import Talk
from topple.physiq.items import Form, Item
from topple.physiq.placers import Answer
from topple.physiq.proposals import Grade
from topple.physiq.reading import Reading, read
from topple.physiq.readings import numbers
from topple.physiq.wording import ATTEMPTS

Floats = NDArray[np.float64]
Score = Judged | Calibration | Ranked
Readings = Sequence[Reading | None]


def answers(items: Sequence[Item], answer: Answer) -> list[str]:
    """Ask each item once."""
    return [answer(item, 1) for item in items]


def talks(items: Sequence[Item], answer: Answer) -> list[Talk]:
    """Let a player place balls until it wins or has no attempt left."""
    found = []
    for item in items:
        talk = Talk.of(item)
        while not talk.over:
            talk = talk.answered(answer(item, len(talk.tried) + 1))
        found.append(talk)
    return found


def score(items: Sequence[Item], said: Sequence[str]) -> Score:
    """Score the answers to a set of one kind, other than insertions."""
    return score_readings(items, _read(items, said))


def score_readings(items: Sequence[Item], found: Readings) -> Score:
    """Score what was read from the answers, None where nothing could be."""
    template = _templates(items)
    match _form(items):
        case Form.YES_NO:
            return judge(_truth(items), _judged(found), template)
        case Form.PERCENT:
            return calibrate(_truth(items), _stated(found), template)
        case Form.RANKING:
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
    """Compare two players on the same items: accuracy, Brier score or first choice; more wins."""
    first, second = (credit(items, _read(items, said)) for said in (a, b))
    return difference(first, second, _templates(items))


def compare_talks(a: Sequence[Talk], b: Sequence[Talk]) -> Difference:
    """Compare two players by the share of tasks won."""
    if [talk.item.id for talk in a] != [talk.item.id for talk in b]:
        raise BadInput("the two have not talked about the same items")
    return difference(won(a), won(b), _templates([talk.item for talk in a]))


def won(found: Sequence[Talk]) -> Floats:
    """Give 1 for each conversation that was won."""
    statuses = [[tried.status for tried in talk.tried] for talk in found]
    return np.asarray((won_at(statuses) > 0).astype(np.float64))


def credit(items: Sequence[Item], found: Readings) -> Floats:
    """Give what each answer earns: 1 if right or first choice right, or its Brier score negated."""
    match _form(items):
        case Form.YES_NO:
            return right_answers(_truth(items), _judged(found))
        case Form.PERCENT:
            return -brier_scores(_truth(items), _stated(found))
        case Form.RANKING:
            return top_scores(_ranks(items, found))
    raise BadInput("insertions are conversations", "compare them with `compare_talks`")


def _form(items: Sequence[Item]) -> Form:
    forms = {item.form for item in items}
    if len(forms) != 1:
        raise BadInput(f"a set has items of one form, not of {len(forms)}")
    return forms.pop()


def _templates(items: Sequence[Item]) -> NDArray[np.str_]:
    return np.array([item.template for item in items])


def _truth(items: Sequence[Item]) -> NDArray[np.bool_]:
    return np.array([item.truth is True for item in items])


def _read(items: Sequence[Item], said: Sequence[str]) -> list[Reading | None]:
    if len(items) != len(said):
        raise BadInput(f"{len(items)} items, but {len(said)} answers")
    return [read(item, answer) for item, answer in zip(items, said, strict=True)]


def _judged(found: Readings) -> NDArray[np.int8]:
    codes = {True: YES, False: NO, None: UNREADABLE}
    return np.array([codes[bool(r) if r is not None else None] for r in found], np.int8)


def _stated(found: Readings) -> Floats:
    return np.array([r if isinstance(r, float) else np.nan for r in found], np.float64)


def _ranks(items: Sequence[Item], found: Readings) -> NDArray[np.int64]:
    """Give the rank of correct, hard, medium and easy in each answer, 0 if it is no order."""
    rows = []
    for item, reading in zip(items, found, strict=True):
        slots = [item.grades.index(grade) + 1 for grade in Grade]
        order = list(numbers(reading) or ())
        whole = sorted(order) == sorted(slots)
        rows.append([order.index(slot) + 1 for slot in slots] if whole else [0] * len(slots))
    return np.array(rows, np.int64)


def _slots(items: Sequence[Item]) -> NDArray[np.int64]:
    return np.array([[item.grades.index(grade) + 1 for grade in Grade] for item in items], np.int64)
