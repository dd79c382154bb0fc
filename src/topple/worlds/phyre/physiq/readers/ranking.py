"""Read the order of four proposals.

These count: a list in brackets; a line of four numbers separated by commas, spaces, `>`, `then` or
arrows, also after words like `ranking:`; a numbered list whose entries name a proposal; or a table
with a column of ranks and one of proposals. The list must name each of 1 to 4 once, best first.
Different lists are unreadable, but one after `final` overrides the others.
"""

from __future__ import annotations

import re

from topple.prompting.answers import cleaned, plain_answer

_PROPOSAL = r"(?:(?:proposals?|options?|pictures?|images?|nr|number)\b[ .:]*|#|p(?=\d))?"
_STEP = r" ?(?:[,、;>→]|(?<=\d)-(?=\d)|->|=>|\bthen\b|\band then\b|\bfollowed by\b)? ?"
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

_RANKS = re.compile(r"rank(?:ing)?|place|position|order|")
_SHOWN = re.compile(r"proposals?|options?|pictures?|images?")
_DIGIT = re.compile(rf"{_PROPOSAL}([1-9])(?:st|nd|rd|th)?")

Order = tuple[int, ...]


def read_ranking(answer: str) -> Order | None:
    """Return the order that the answer states, or None."""
    text = plain_answer(answer)
    if _REVERSED.search(text) or _TIED.search(cleaned(answer)):
        return None
    lines = [line.strip(" #>-•") for line in text.split("\n") if line.strip(" #>-•")]
    final, other = set[Order | None](), set[Order | None]()
    for line in lines:
        for order, is_final in _list(line):
            (final if is_final else other).add(order)
    if not (final or other):
        other = _entries(lines) or _table(text.split("\n"))
    found = final or other
    return _permutation(found.pop()) if len(found) == 1 else None


def _list(line: str) -> list[tuple[Order | None, bool]]:
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


def _table(lines: list[str]) -> set[Order | None]:
    """Return the order of a table whose head names ranks and proposals."""
    rows = [[cell.strip(" #.") for cell in line.strip(" |").split("|")] for line in lines]
    for number, head in enumerate(rows):
        ranks = [i for i, cell in enumerate(head) if _RANKS.fullmatch(cell)]
        shown = [i for i, cell in enumerate(head) if _SHOWN.fullmatch(cell)]
        if len(ranks) == len(shown) == 1 and len(head) > 1:
            columns = (ranks[0], shown[0])
            body = [row for row in rows[number + 1 :] if len(row) > max(columns)]
            pairs = [tuple(_DIGIT.fullmatch(row[i]) for i in columns) for row in body]
            whole = [(int(a[1]), int(b[1])) for a, b in pairs if a and b]
            return {tuple(proposal for _, proposal in sorted(whole))} if whole else set()
    return set()


def _permutation(order: Order | None) -> Order | None:
    return order if order is not None and sorted(order) == [1, 2, 3, 4] else None
