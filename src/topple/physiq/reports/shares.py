"""What was answered to what, as shares that add up: by grade, by place on the page, by attempt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from topple.metrics.insertions import STATUSES, WIN
from topple.physiq.insertion import Talk
from topple.physiq.items import Kind
from topple.physiq.proposal import Grade
from topple.physiq.readers import AnswerReading
from topple.physiq.records import to_numbers
from topple.physiq.reports.load import Answers

UNREADABLE = "unreadable"
YES, NO = "yes", "no"
BANDS = ("0 to 20 %", "20 to 40 %", "40 to 60 %", "60 to 80 %", "80 to 100 %")
PLACES = ("first", "second", "third", "last")
_TOUCH = ("in contact", "apart")


@dataclass(frozen=True, slots=True)
class Row:
    """So many cases of one kind, counted by what was answered; `right` names the right answer."""

    name: str
    counts: Counter[str]
    right: str = ""

    @property
    def total(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class Shares:
    """Rows with the same answers; `ends` are all of them in order, the unreadable last."""

    ends: tuple[str, ...]
    rows: tuple[Row, ...]


def by_grade(run: Answers) -> Shares:
    """Count what was said of proposals of every grade, of contact and gaps in a sanity check."""
    match run.kind:
        case Kind.SANITY:
            return _counted(run, _TOUCH, (YES, NO), _said)
        case Kind.CONFIDENCE:
            return _counted(run, tuple(map(str, Grade)), BANDS[::-1], _band)
        case Kind.RANKING:
            return _places(run)
    return _counted(run, tuple(map(str, Grade)), (YES, NO), _said)


def first_slots(run: Answers) -> Shares:
    """Count where on the page the first choice stood, and where the winner did."""
    names = tuple(f"place {number}" for number in range(1, len(Grade) + 1))
    chosen, right = Counter[str](), Counter[str]()
    for item, order in zip(run.asked, map(_order, run.readings), strict=True):
        right[names[item.grades.index(Grade.CORRECT)]] += 1
        chosen[names[order[0] - 1] if order else UNREADABLE] += 1
    return Shares((*names, UNREADABLE), (Row("first choice", chosen), Row("winner", right)))


def by_attempt(talks: Sequence[Talk], attempts: int) -> Shares:
    """Count how attempts ended, by their number."""
    rows = [
        Row(
            f"attempt {number}",
            Counter(str(t.tried[number - 1].status) for t in talks if len(t.tried) >= number),
            WIN,
        )
        for number in range(1, attempts + 1)
    ]
    return Shares(STATUSES, tuple(row for row in rows if row.total))


def _counted(
    run: Answers,
    cases: tuple[str, ...],
    ends: tuple[str, ...],
    said: Callable[[AnswerReading | None], str],
) -> Shares:
    """Count answers by case; the first case is right with the first end, the others the last."""
    found = {case: Counter[str]() for case in cases}
    for item, reading in zip(run.asked, run.readings, strict=True):
        own = str(item.grades[0]) if str(item.grades[0]) in found else cases[not item.truth]
        found[own][said(reading)] += 1
    rows = [
        Row(case, counts, ends[0] if case == cases[0] else ends[-1])
        for case, counts in found.items()
        if counts
    ]
    return Shares((*ends, UNREADABLE), tuple(rows))


def _said(reading: AnswerReading | None) -> str:
    return UNREADABLE if reading is None else YES if reading else NO


def _band(reading: AnswerReading | None) -> str:
    if not isinstance(reading, float):
        return UNREADABLE
    return BANDS[min(int(reading * len(BANDS)), len(BANDS) - 1)]


def _places(run: Answers) -> Shares:
    """Count at which place of the order proposals of each grade were put."""
    found = {grade: Counter[str]() for grade in Grade}
    for item, order in zip(run.asked, map(_order, run.readings), strict=True):
        for slot, grade in enumerate(item.grades, 1):
            found[grade][PLACES[order.index(slot)] if order else UNREADABLE] += 1
    rows = tuple(
        Row(str(grade), counts, PLACES[0] if grade is Grade.CORRECT else "")
        for grade, counts in found.items()
    )
    return Shares((*PLACES, UNREADABLE), rows)


def _order(reading: AnswerReading | None) -> list[int]:
    """Give an order of all four, or nothing."""
    found = [int(number) for number in to_numbers(reading) or ()]
    return found if sorted(found) == list(range(1, len(Grade) + 1)) else []
