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

from topple.prompting.answers import plain
from topple.prompting.labels import LABELS
from topple.prompting.reader import Reader, Statement, Values
from topple.prompting.statements import WORDS, value_of

_NUMBER = (
    r"(?<![a-z0-9_.,/+\-])(?P<number>\d{1,3}(?:[.,]\d{1,6})?|\.\d{1,6})(?!\w|[.,]\d)"
    r"(?! *(?:\+|-\d|/(?! ?100\b)|\^|to\b|or\b|±|x\b|times\b|in\b|of\b|out of (?!100\b))) ?"
    r"(?P<sign>%|percent\b|per cent\b|percentage points\b|\(?(?:/|out of) ?100\b)?"
    r"(?! *(?:-\d|\.{2,3} ?\d|to\b|or\b|±|/|\+|and above\b|or more\b|or less\b))"
)
_ALL = re.compile(_NUMBER)
_ABOUT = (
    r"(?:(?:is|of|at|as|be|would|about|around|roughly|approximately|approx|~|≈|[:=,(\[]|\.) ?)*"
)
_WORDS = r"(?:answer|probability|likelihood|chances?|confidence|estimate|percentage|p)"
_MARK = re.compile(rf"\b{_WORDS}\b ?(?:\(\w+\) ?)?{_ABOUT}{_NUMBER}")
# A label may name what the number is; it stays part of the text, where it marks the number.
_LABEL = re.compile(
    rf"(?={LABELS}|(?:^|\n)[^\w\n]*(?:[a-z]+ ){{0,2}}{_WORDS}\b(?: of \w+| ?\(\w+\))? *[:=])",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"[(\[~≈# ]*(?:about |around |roughly |approximately )?{_NUMBER}[)\] .!]*")
# A percentage that begins a sentence and does not go on: `90%, since ...`.
_STARTS = re.compile(
    r"(?:^|[\n.,:;!?]|- |\b(?:so|but|and|then|now|or|i say|i think|it is|choose|say|use"
    r"|try|estimate|with|be|therefore|thus|no|wait|actually|changing (?:this|it) to),?)[^\w\n]*$"
)
_IN_WORDS = re.compile(rf"\b({WORDS})( ?(?:%|per ?cent\b))", re.IGNORECASE)
_LISTED = re.compile(r", *\d+ ?%")
_FIRM = re.compile(
    r" *(?:$|[\n.,;:!?)(]|- |because|since|as\b|but|for\b|and\b|or\b|chance|instead"
    r"|likely|probab|is my)"
)
_NO_UNIT = re.compile(r" *(?:$|[\n.,;)\]!])")
_RANGE = re.compile(r"\d ?%? ?(?:-|\.{2,3}|to|and|or|/) ?\d[\d.,]* ?(?:%|percent)")
# Words at the end of the text before a number that make it a bound, not a value.
_BOUND_SIGNS = ("<", ">", "≤", "≥", "±", "-")
_BOUND_WORDS = (
    *("at least", "at most", "more than", "less than", "over", "under", "above", "below"),
    *("up to", "between", "not", "or", "from", "to", "and"),
)
_WHOLE_BOUND_WORD = re.compile(
    rf"(?<!changing this )(?<!changing it )\b(?:{'|'.join(_BOUND_WORDS)})$"
)
_NOT = r"(?:not|never|no|\w+n'?t|fail\w*|miss\w*|los(?:e|es|ing)|without)"
_ANY_NOT = re.compile(rf"\b{_NOT}\b|\bloss")
# `the chance of failing is`, `failure probability:`, `failure`
_OPPOSITE_BEFORE = re.compile(
    rf"\b(?:{_WORDS}\b(?: \w+){{0,6}}? {_NOT}\b[^.!?\n\d]{{0,30}}"
    rf"|(?:fail(?:ure|ing|s|ed)?|miss(?:es|ing)?|los(?:s|es|ing))\b(?: {_WORDS}| rate)?[ :=~(]*"
    r"(?:is |of |about )*)$"
)
_NO = re.compile(
    r"(?:^|[\n:]|(?<!\.)\.(?!\.))[^\w\n]*no\b(?!,? ?\W? *\d|,? (?:wait|actually|it))[^\n.!?]{0,40}$"
)
_OPPOSITE = re.compile(
    r" *no\b|"
    r" *(?:sure|certain|confident|chance|probability|likelihood|instead|likely|of)"
    rf"(?: \w+){{0,5}}? {_NOT}\b"
)


def _percentages(text: str) -> list[Statement]:
    text = text.lower()
    found: dict[int, Statement] = {}
    for each in (*_find_signed(text), *_alone(text), *_mark(text)):
        found[each.start] = each
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
        if match["sign"] and _LISTED.match(text, match.end()):
            yield Statement(match.start("number"), match.end(), None)
        elif match["sign"]:
            firm = _FIRM.match(text, match.end()) and _STARTS.search(text[: match.start()])
            values = _exact_share(text, match)
            yield Statement(match.start("number"), match.end(), values, weak=not firm)
    for match in _RANGE.finditer(text):
        yield Statement(match.start(), match.end(), None)


def _exact_share(text: str, match: re.Match[str]) -> Values | None:
    start = match.start("number")
    if _NO.search(text, max(0, start - 80), start):
        return None  # the chance of what?
    before = text[max(0, start - 20) : start]
    bound = not before.endswith(" - ") and _is_bound(before.rstrip(" "))
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


def _prepared(answer: str, *, boxes: bool = True) -> str:
    """Return the text of an answer with its percentages in digits."""
    text = plain(answer, boxes=boxes)
    return _IN_WORDS.sub(lambda word: f"{value_of(word[1].lower()):g}{word[2]}", text)


_READER = Reader(_percentages, _prepared, _LABEL)
read_percent = _READER.read
