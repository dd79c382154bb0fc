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
_BOUND = re.compile(
    r"(?:[<>≤≥±]|\bat least|\bat most|\bmore than|\bless than|\bover|\bunder|\babove|\bbelow|"
    r"\bup to|\bbetween|\bnot|\bor|\bfrom|\bto|\band|-) *$"
)
_OPPOSITE = re.compile(
    r" *(?:sure|certain|confident|chance|probability|likelihood|likely|of)"
    r"(?: \w+){0,5}? (?:not|never|no|\w+n t|fail\w*|miss\w*)\b"
)


def read_percent(answer: str) -> float | None:
    """Return the share that the answer states, 0 to 1, or None."""
    values = decide(plain_answer(answer), _statements, _LABEL).values
    return None if values is None else values[0]


def _statements(text: str) -> list[Statement]:
    found = {each.start: each for each in (*_alone(text), *_marked(text), *_signed(text))}
    return sorted(found.values(), key=lambda each: each.start)


def _alone(text: str) -> Iterator[Statement]:
    for line in re.finditer(r"[^\n]+", text):
        if match := _ALONE.fullmatch(text, *line.span()):
            yield Statement(match.start("number"), match.end(), _share(match))


def _marked(text: str) -> Iterator[Statement]:
    for match in _MARK.finditer(text):
        if match["sign"] or _NO_UNIT.match(text, match.end()):
            yield Statement(match.start("number"), match.end(), _exact_share(text, match))


def _signed(text: str) -> Iterator[Statement]:
    for match in _ALL.finditer(text):
        if match["sign"]:
            yield Statement(match.start("number"), match.end(), _exact_share(text, match))
    for match in _RANGE.finditer(text):
        yield Statement(match.start(), match.end(), None)


def _exact_share(text: str, match: re.Match[str]) -> Values | None:
    start = match.start("number")
    bound = _BOUND.search(text, max(0, start - 20), start)
    return None if bound or _OPPOSITE.match(text, match.end()) else _share(match)


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
