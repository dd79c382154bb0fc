"""Read the order of four proposals.

These count: a list in brackets; a line of four numbers separated by commas, spaces, `>`, `then` or
arrows, also after words like `ranking:`; or a numbered list whose entries name a proposal. The list
must name each of 1 to 4 once, best first. Different lists are unreadable, but one after `final`
overrides the others.
"""

from __future__ import annotations

import re

from topple.prompting.answers import cleaned, plain_answer

_PROPOSAL = r"(?:(?:proposals?|options?|pictures?|images?|nr|number)\b[ .:]*|#|p(?=\d))?"
_STEP = r" ?(?:[,、;>→]|->|=>|\bthen\b|\band then\b|\bfollowed by\b)? ?"
_FOUR = rf"{_PROPOSAL}([1-9])(?!\d)" + rf"{_STEP}{_PROPOSAL}(?<!\d)([1-9])(?!\d)" * 3
_BRACKETS = re.compile(r"\[([^\[\]]*)\]|\(([^()]*\d[^()]*,[^()]*)\)")
_LEAD = r"(?:[\w ,]{0,60}(?::|\bis\b|=))?[ :]*"
_LINE = re.compile(rf"(?P<lead>{_LEAD}){_FOUR}[ .!]*")
_ENTRY = re.compile(r"\W*([1-4])(?:st|nd|rd|th)?[.):]? ?[-:]? ?(?:proposal|option) ?#?([1-9])\b.*")
_REVERSED = re.compile(
    r"\b(?:worst|least likely|least promising|lowest)(?: \w+)?"
    r"(?: to (?:be )?(?:the )?(?:best|most)| first)|\bleast to most\b|\bascending\b|\breverse"
)
_TIED = re.compile(r"\{\s*\d\s*(?:,\s*\d\s*){1,2}\}")

Order = tuple[int, ...]


def read_ranking(answer: str) -> Order | None:
    """Return the order that the answer states, or None."""
    text = plain_answer(answer)
    if _REVERSED.search(text) or _TIED.search(cleaned(answer)):
        return None
    lines = [line.strip(" #>-•") for line in text.split("\n") if line.strip(" #>-•")]
    final, other = set[Order | None](), set[Order | None]()
    for line in lines:
        for order, is_final in _listed(line):
            (final if is_final else other).add(order)
    if not (final or other):
        other = _entries(lines)
    found = final or other
    return _permutation(found.pop()) if len(found) == 1 else None


def _listed(line: str) -> list[tuple[Order | None, bool]]:
    """Return the lists of a line, None for a list not of four, and whether each is final."""
    inside = [(match[1] or match[2] or "", match.start()) for match in _BRACKETS.finditer(line)]
    found = [
        (_numbers(text), "final" in line[:start])
        for text, start in inside
        if re.search(r"\d", text)
    ]
    if found:
        return found
    whole = _LINE.fullmatch(line)
    if whole is None:
        return []
    return [(tuple(int(digit) for digit in whole.groups()[1:]), "final" in whole["lead"])]


def _numbers(text: str) -> Order | None:
    match = re.fullmatch(rf" ?{_FOUR} ?,? ?", text)
    return tuple(int(digit) for digit in match.groups()) if match else None


def _entries(lines: list[str]) -> set[Order | None]:
    """Return the order of a numbered list."""
    matches = [match for line in lines if (match := _ENTRY.fullmatch(line))]
    if [match[1] for match in matches] != list("1234"):
        return set()
    return {tuple(int(match[2]) for match in matches)}


def _permutation(order: Order | None) -> Order | None:
    return order if order is not None and sorted(order) == [1, 2, 3, 4] else None
