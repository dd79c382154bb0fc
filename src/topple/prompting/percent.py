"""Read one percentage.

These count: a number with a percent sign, a number alone on a line, and a number after `answer`,
`probability`, `likelihood`, `chance`, `confidence` or `estimate`. `85%`, `85`, `85/100` and `0.85`
are the same; a number below 1 is a share only without a percent sign. A range, a bound (`at least`,
`>`), a number outside 0 to 100 and the chance that something does not happen are unreadable. Of
several different numbers one counts only if `topple.prompting.decide` finds that it is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from topple.prompting.answers import plain_answer
from topple.prompting.decide import LABELS, Statement, Values, decide

_NUMBER = (
    r"(?<![a-z0-9_.,/+\-])(?P<number>\d{1,3}(?:[.,]\d{1,6})?|\.\d{1,6})(?!\w|[.,]\d)"
    r"(?! *(?:\+|-\d|/(?! ?100\b)|\^|to\b|or\b|±|x\b|times\b|in\b|of\b|out of (?!100\b))) ?"
    r"(?P<sign>%|percent\b|per cent\b|percentage points\b|(?:/|out of) ?100\b)?"
    r"(?! *(?:-\d|to\b|or\b|±|/|\+|and above\b|or more\b|or less\b))"
)
_ALL = re.compile(_NUMBER)
_ABOUT = (
    r"(?:(?:is|of|at|as|be|would|about|around|roughly|approximately|approx|~|≈|[:=,(\[]|\.) ?)*"
)
_WORDS = r"(?:answer|probability|likelihood|chances?|confidence|estimate|percentage|p)"
_MARK = re.compile(rf"\b{_WORDS}\b ?(?:\(\w+\) ?)?{_ABOUT}{_NUMBER}")
# A label may name what the number is; it stays part of the text, where it marks the number.
_LABEL = re.compile(
    rf"(?={LABELS}|(?:^|\n)[^\w\n]*(?:[a-z]+ ){{0,2}}{_WORDS}\b(?: of \w+| ?\(\w+\))? *[:=])"
)
_ALONE = re.compile(rf"[(\[~≈# ]*(?:about |around |roughly |approximately )?{_NUMBER}[)\] .!]*")
_NO_UNIT = re.compile(r" *(?:$|[\n.,;)\]!])")
_RANGE = re.compile(r"\d ?%? ?(?:-|to|and|or|/) ?\d[\d.,]* ?(?:%|percent)")
# Words at the end of the text before a number that make it a bound, not a value.
_BOUND_SIGNS = ("<", ">", "≤", "≥", "±", "-")
_BOUND_WORDS = (
    *("at least", "at most", "more than", "less than", "over", "under", "above", "below"),
    *("up to", "between", "not", "or", "from", "to", "and"),
)
_WHOLE_BOUND_WORD = re.compile(rf"\b(?:{'|'.join(_BOUND_WORDS)})$")
_NOT = r"(?:not|never|no|\w+n t|fail\w*|miss\w*|los(?:e|es|ing)|without)"
_ANY_NOT = re.compile(rf"\b{_NOT}\b|\bloss")
# `the chance of failing is`, `failure probability:`, `failure`
_OPPOSITE_BEFORE = re.compile(
    rf"\b(?:{_WORDS}\b(?: \w+){{0,6}}? {_NOT}\b[^.!?\n\d]{{0,30}}"
    rf"|(?:fail(?:ure|ing|s|ed)?|miss(?:es|ing)?|los(?:s|es|ing))\b(?: {_WORDS}| rate)?[ :=~(]*"
    r"(?:is |of |about )*)$"
)
_OPPOSITE = re.compile(
    r" *(?:sure|certain|confident|chance|probability|likelihood|likely|of)"
    rf"(?: \w+){{0,5}}? {_NOT}\b"
)


def read_percent(answer: str) -> float | None:
    """Return the share that the answer states, 0 to 1, or None."""
    values = decide(plain_answer(answer), _statements, _LABEL).values
    return None if values is None else values[0]


def _statements(text: str) -> list[Statement]:
    found = {each.start: each for each in (*_alone(text), *_mark(text), *_find_signed(text))}
    return sorted(found.values(), key=lambda each: each.start)


def _alone(text: str) -> Iterator[Statement]:
    for line in re.finditer(r"[^\n]+", text):
        if match := _ALONE.fullmatch(text, *line.span()):
            yield Statement(match.start("number"), match.end(), _share(match))


def _mark(text: str) -> Iterator[Statement]:
    for match in _MARK.finditer(text):
        if match["sign"] or _NO_UNIT.match(text, match.end()):
            yield Statement(match.start("number"), match.end(), _exact_share(text, match))


def _find_signed(text: str) -> Iterator[Statement]:
    for match in _ALL.finditer(text):
        if match["sign"]:
            yield Statement(match.start("number"), match.end(), _exact_share(text, match))
    for match in _RANGE.finditer(text):
        yield Statement(match.start(), match.end(), None)


def _exact_share(text: str, match: re.Match[str]) -> Values | None:
    start = match.start("number")
    bound = _is_bound(text[max(0, start - 20) : start].rstrip(" "))
    opposite = _has_not(text) and _OPPOSITE_BEFORE.search(text, max(0, start - 80), start)
    return None if bound or opposite or _OPPOSITE.match(text, match.end()) else _share(match)


def _is_bound(before: str) -> bool:
    if before.endswith(_BOUND_WORDS):  # far cheaper than the pattern
        return _WHOLE_BOUND_WORD.search(before) is not None
    return before.endswith(_BOUND_SIGNS)


@lru_cache(maxsize=1)
def _has_not(text: str) -> bool:
    """Return whether a text denies anything; the pattern of a denied number is slow."""
    return _ANY_NOT.search(text) is not None


def _share(match: re.Match[str]) -> Values | None:
    digits = match["number"].replace(",", ".")
    decimals = digits.partition(".")[2]
    if "," in match["number"] and len(decimals) == 3:
        return None  # `1,000`: a thousand or a decimal comma?
    value = float(digits)
    if not match["sign"] and decimals:
        if value == 1:
            return None  # `1.0`: one per cent or certainty?
        if value < 1:
            return (value,)
    return (value / 100,) if value <= 100 else None
