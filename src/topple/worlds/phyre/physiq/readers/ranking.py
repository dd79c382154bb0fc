"""Read the order of four proposals.

These count: a list in brackets; a line of four numbers separated by commas, spaces, `>`, `then` or
arrows, also after words like `ranking:`; a numbered list whose entries name a proposal; or a table
with a column of ranks and one of proposals. The list must name each of 1 to 4 once, best first.
Different lists are unreadable, but one after `final` overrides the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from topple.prompting.answers import plain
from topple.prompting.reader import Reader, Statement, Values

_PROPOSAL = r"(?:(?:proposals?|options?|pictures?|images?|nr|number)\b[ .:]*|#|p(?=\d))?"
_STEP = (
    r"(?: (?:(?:is|comes) )?(?:the )?(?:first|best|most likely))? ?"
    r"(?:,? ?(?:and )?(?:then|finally|last(?:ly)?|(?:the )?least likely(?: one)?(?: is)?),?"
    r"|[,、;>→]|(?<=\d)-(?=\d)|->|=>|, and\b|\bthen\b|\band then\b|\bfollowed by\b)? ?"
)
_FOUR = rf"{_PROPOSAL}([1-9])(?!\d)" + rf"{_STEP}{_PROPOSAL}(?<!\d)([1-9])(?!\d)" * 3
_BRACKETS = re.compile(r"(?<!\w\()\[([^\[\]]*)\]|(?<!\w)\(([^()\[\]]*\d[^()\[\]]*,[^()\[\]]*)\)")
_LEAD = r"(?:[\w ,()]{0,60}(?::|\bis\b|=|\bwith\b|\bchoose\b))?[ :]*"
_LINE = re.compile(rf"(?P<lead>[ #>•-]*{_LEAD}){_FOUR}(?: (?:(?:is|comes) )?last)?[ .!]*")
_LINES = re.compile(r"[^\n]+")
_BULLETS = " #>-•"
_ENTRY = re.compile(
    r"\W*([1-4])(?:(?:st|nd|rd|th)?[.):]? ?[-:]? ?(?:proposal|option|picture) ?#?"
    r"|(?:(?:st|nd|rd|th)[.):]?|[.)]) ?)([1-9])\b(?!\.\d).*"
)
_REVERSED = re.compile(
    r"\b(?:worst|least likely|least promising|lowest)(?: \w+)?"
    r"(?: to (?:be )?(?:the )?(?:best|most)| first)"
    r"|\bleast to (?:the )?most\b|\bascending\b|\breverse"
)
_TIE = "tied"
_TIED = re.compile(r"\{\s*\d\s*(?:,\s*\d\s*){1,2}\}")

_RANKS = re.compile(r"rank(?:ing)?|place|position|order|")
_SHOWN = re.compile(r"proposals?|options?|pictures?|images?")
_DIGIT = re.compile(rf"{_PROPOSAL}([1-9])(?:st|nd|rd|th)?")

Order = tuple[int, ...]


def _orders(text: str) -> list[Statement]:
    text = text.lower()
    if _REVERSED.search(text) or _TIE in text:
        return []
    lines = [*_LINES.finditer(text)]
    found = [each for line in lines for each in _in_line(line[0], line.start())]
    if found:
        return found
    order = _entries([line[0].strip(_BULLETS) for line in lines]) or _table(text.split("\n"))
    return [Statement(0, len(text), _permutation(order))] if order else []


def _in_line(line: str, start: int) -> Iterator[Statement]:
    """Find the lists of a line; one that is not of four has no values."""
    inside = [match for match in _BRACKETS.finditer(line) if re.search(r"\d", match[0])]
    for match in inside:
        order = _numbers(match[1] or match[2] or "")
        yield Statement(start + match.start(), start + match.end(), _permutation(order))
    whole = None if inside else _LINE.fullmatch(line)
    if whole is not None:
        order = tuple(int(digit) for digit in whole.groups()[1:])
        yield Statement(start + whole.end("lead"), start + len(line), _permutation(order))


def _numbers(text: str) -> Order | None:
    match = re.fullmatch(rf" ?{_FOUR} ?,? ?", text)
    return tuple(int(digit) for digit in match.groups()) if match else None


def _entries(lines: list[str]) -> Order:
    """Return the order of a numbered list."""
    matches = [match for line in lines if (match := _ENTRY.fullmatch(line))]
    if [match[1] for match in matches] != list("1234"):
        return ()
    return tuple(int(match[2]) for match in matches)


def _table(lines: list[str]) -> Order:
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
            return tuple(proposal for _, proposal in sorted(whole))
    return ()


def _permutation(order: Order | None) -> Values | None:
    whole = order is not None and sorted(order) == [1, 2, 3, 4]
    return tuple(map(float, order)) if order is not None and whole else None


def _prepared(answer: str, *, boxes: bool = True) -> str:
    """Return the text of an answer; a set of proposals in braces is a tie."""
    return plain(_TIED.sub(f" {_TIE} ", answer).replace("\\succ", ">"), boxes=boxes)


_READER = Reader(_orders, _prepared)
read_ranking = _READER.read
