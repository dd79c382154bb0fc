"""Read one percentage.

These count: a number alone, a number alone on the last line, a number after `answer`,
`probability`, `likelihood`, `chance`, `confidence` or `estimate`, or the only percentage of the
text. `85%`, `85`, `85/100` and `0.85` are the same; a number below 1 is a share only without a
percent sign. A range, a bound (`at least`, `>`), a number outside 0 to 100 and several different
numbers are unreadable, but a number after `final answer` overrides all others.
"""

from __future__ import annotations

import re

from topple.prompting.answers import answer_sentences, plain_answer

_NUMBER = (
    r"(?<![\w.,/+\-])(?P<number>\d{1,3}(?:[.,]\d{1,6})?|\.\d{1,6})(?!\w|[.,]\d)"
    r"(?! *(?:\+|-|/(?! ?100\b)|\^|to\b|or\b|±|x\b|times\b|in\b|of\b|out of (?!100\b))) ?"
    r"(?P<sign>%|percent\b|per cent\b|percentage points\b|(?:/|out of) ?100\b)?"
    r"(?! *(?:-|to\b|or\b|±|/|\+|and above\b|or more\b|or less\b))"
)
_ALL = re.compile(_NUMBER)
_ABOUT = (
    r"(?:(?:is|of|at|as|be|would|about|around|roughly|approximately|approx|~|≈|[:=,(\[]|\.) ?)*"
)
_MARK = re.compile(
    r"\b(?:(?P<final>final answer)|answer|probability|likelihood|chances?|confidence|estimate|p)\b "
    rf"?{_ABOUT}{_NUMBER}"
)
_ALONE = re.compile(rf"[(\[~≈ ]*(?:about |around |roughly |approximately )?{_NUMBER}[)\] .!]*")
_NO_UNIT = re.compile(r" *(?:$|[.,;)\]!])")
_BOUND = re.compile(
    r"(?:[<>≤≥±]|\bat least|\bat most|\bmore than|\bless than|\bover|\bunder|\babove|\bbelow|"
    r"\bup to|\bbetween|\bnot|\bor|\bfrom|\bto|\band|-) *$"
)


def read_percent(answer: str) -> float | None:
    """Return the share that the answer states, 0 to 1, or None."""
    text = plain_answer(answer)
    lines = [line for line in text.split("\n") if line.strip()]
    for candidate in (text, lines[-1] if lines else ""):
        if alone := _ALONE.fullmatch(candidate.strip(" #")):
            return _share(alone)
    final, marked, signed = set[float | None](), set[float | None](), set[float | None]()
    for sentence in answer_sentences(text):
        for match in _MARK.finditer(sentence):
            if match["sign"] or _NO_UNIT.match(sentence, match.end()):
                (final if match["final"] else marked).add(_exact_share(sentence, match))
        for match in _ALL.finditer(sentence):
            if match["sign"]:
                signed.add(_exact_share(sentence, match))
        if re.search(r"\d *(?:-|to|and|or) *\d", sentence):
            signed.add(None)
    found = final or marked or signed
    return found.pop() if len(found) == 1 else None


def _exact_share(sentence: str, match: re.Match[str]) -> float | None:
    bound = _BOUND.search(sentence[max(0, match.start("number") - 20) : match.start("number")])
    return None if bound else _share(match)


def _share(match: re.Match[str]) -> float | None:
    digits = match["number"].replace(",", ".")
    decimals = digits.partition(".")[2]
    if "," in match["number"] and len(decimals) == 3:
        return None  # `1,000`: a thousand or a decimal comma?
    value = float(digits)
    if not match["sign"] and decimals:
        if value == 1:
            return None  # `1.0`: one per cent or certainty?
        if value < 1:
            return value
    return value / 100 if value <= 100 else None
