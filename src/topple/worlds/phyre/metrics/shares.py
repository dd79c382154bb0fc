"""Answers as shares that add up: by grade, by place on the page, by attempt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from topple.metrics.insertions import STATUSES, WIN
from topple.metrics.shares import (
    BANDS,
    NO,
    PLACES,
    RIGHT,
    UNREADABLE,
    WRONG,
    YES,
    Row,
    Shares,
)
from topple.tasks.outcome import Outcome
from topple.worlds.phyre.metrics.answered import Answered
from topple.worlds.phyre.physiq.answers import AnswerReading, to_numbers
from topple.worlds.phyre.physiq.difficulty import THIRDS, thirds
from topple.worlds.phyre.physiq.insertion import Talk
from topple.worlds.phyre.physiq.items import Kind
from topple.worlds.phyre.physiq.proposal import Grade

_TOUCH = ("in contact", "apart")
_ENDS = ("wins", "loses")


def shares_of(run: Answered, attempts: int) -> dict[str, Shares]:
    """Return the tables of shares that a kind of question has, under their names."""
    found = {"difficulty": by_difficulty(run)}
    if run.kind is Kind.INSERTION:
        return {"attempts": by_attempt(run.talks, attempts), **found}
    found["grades"] = by_grade(run)
    if run.kind is Kind.CONFIDENCE:
        found["truth"] = by_difficulty_and_truth(run)
    return found | ({"slots": first_slots(run)} if run.kind is Kind.RANKING else {})


def by_difficulty(run: Answered) -> Shares:
    """Count answers by the difficulty of their template: what was stated, or whether right."""
    found = {third: Counter[str]() for third in THIRDS}
    if run.kind is Kind.CONFIDENCE:
        for item, reading in zip(run.asked, run.readings, strict=True):
            found[thirds()[item.template]][_band(reading)] += 1
        return _rows(found, BANDS[::-1])
    for item, made in zip(run.asked, run.made, strict=True):
        ends = {attempt.outcome for attempt in made}
        lost = UNREADABLE if ends == {Outcome.UNREADABLE} else WRONG
        found[thirds()[item.template]][RIGHT if Outcome.SOLVED in ends else lost] += 1
    return _rows(found, (RIGHT, WRONG))


def by_difficulty_and_truth(run: Answered) -> Shares:
    """Count stated probabilities by the difficulty of the template and what came true."""
    found = {f"{third}, {end}": Counter[str]() for third in THIRDS for end in _ENDS}
    for item, reading in zip(run.asked, run.readings, strict=True):
        end = _ENDS[not item.truth]
        found[f"{thirds()[item.template]}, {end}"][_band(reading)] += 1
    return _rows(found, BANDS[::-1])


def _rows(found: Mapping[str, Counter[str]], ends: tuple[str, ...]) -> Shares:
    rows = tuple(Row(name, counts) for name, counts in found.items() if counts)
    return Shares((*ends, UNREADABLE), rows)


def by_grade(run: Answered) -> Shares:
    """Count answers by the grade of the proposal; in a sanity check, by contact and gap."""
    match run.kind:
        case Kind.SANITY:
            return _count(run, _TOUCH, (YES, NO), _say)
        case Kind.CONFIDENCE:
            return _count(run, tuple(map(str, Grade)), BANDS[::-1], _band)
        case Kind.RANKING:
            return _places(run)
    return _count(run, tuple(map(str, Grade)), (YES, NO), _say)


def first_slots(run: Answered) -> Shares:
    """Count the places on the page of the first choice and of the winner."""
    names = tuple(f"place {number}" for number in range(1, len(Grade) + 1))
    chosen, right = Counter[str](), Counter[str]()
    for item, order in zip(run.asked, map(_order, run.readings), strict=True):
        right[names[item.grades.index(Grade.CORRECT)]] += 1
        chosen[names[order[0] - 1] if order else UNREADABLE] += 1
    return Shares((*names, UNREADABLE), (Row("first choice", chosen), Row("winner", right)))


def by_attempt(talks: Sequence[Talk], attempts: int) -> Shares:
    """Count how attempts ended, by attempt number."""
    rows = [
        Row(
            f"attempt {number}",
            Counter(str(t.tried[number - 1].status) for t in talks if len(t.tried) >= number),
            WIN,
        )
        for number in range(1, attempts + 1)
    ]
    return Shares(STATUSES, tuple(row for row in rows if row.total))


def _count(
    run: Answered,
    cases: tuple[str, ...],
    ends: tuple[str, ...],
    said: Callable[[AnswerReading | None], str],
) -> Shares:
    """Count answers by case. The first end is right for the first case, the last for the others."""
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


def _say(reading: AnswerReading | None) -> str:
    return UNREADABLE if reading is None else YES if reading else NO


def _band(reading: AnswerReading | None) -> str:
    if not isinstance(reading, float):
        return UNREADABLE
    return BANDS[min(int(reading * len(BANDS)), len(BANDS) - 1)]


def _places(run: Answered) -> Shares:
    """Count the ranks given to proposals of each grade."""
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
    """Return the order of all four proposals, or an empty list."""
    found = [int(number) for number in to_numbers(reading) or ()]
    return found if sorted(found) == list(range(1, len(Grade) + 1)) else []
