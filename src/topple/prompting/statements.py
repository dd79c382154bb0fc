"""Find the statements of an action in a text: places where all its numbers have a value.

An action form has slots, for example a grid cell and a radius level. A *mention* is the name of a
slot, words or signs that lead to a number (`:`, `=`, `is`, `of`, `level`), and the number. Numbers
may be words, percentages or fractions, or have a unit that the slot knows. A *statement* is one of

- mentions of all slots, in any order, in one sentence or each on a line of its own;
- such mentions with an amendment behind them: `(sorry, I meant radius: 2)`;
- a call such as `place(7, 3)`, or a pair such as `(x, y) = (7, 3)`;
- a row of a table whose head names the slots;
- if there is none of these, a line of bare numbers in the order of the slots.

Nothing is computed: a statement with a range, a choice or a sum has no values.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from topple.prompting.standing import OR, Statement, Values

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_PLAIN = r"\d+\s*/\s*[1-9]\d*|\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?"
# In a list of numbers, a comma always separates two of them.
ANY_NUMBER = rf"[+-]?(?:{_PLAIN})"
# Elsewhere it may be a decimal comma: after a lone 0, or before a single digit, `32,5`.
NUMBER = rf"[+-]?(?:(?<!\d)0,\d+|\d+,\d(?![\d.,]?\d)|{_PLAIN})"
# What a number is computed from, where its result follows: `210 / 500 * 100 = `.
SUM = r"(?:[\d.]+(?:\s*[+\-*/\u00d7\u00b7\u00f7]\s*[\d.]+)+\s*=\s*)?"
WORDS = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{_UNIT}))?|{_UNIT})"
_MOST_DIGITS = 40


def value_of(text: str, most: int | None = None) -> float | None:
    """Return the value of a number; `7/25` is 7 for a whole number of at most 25."""
    text = text.strip().replace(",", ".")
    if len(text) > _MOST_DIGITS:
        return None
    if text[:1].isalpha():
        return _in_words(text)
    top, slash, bottom = (part.strip() for part in text.partition("/"))
    value = float(top)
    if slash:
        if most is not None:
            return value if int(bottom) == most else None
        value /= int(bottom)
    return value if math.isfinite(value) else None


def _in_words(text: str) -> float:
    parts = re.split(r"[-\s]", text)
    return float(sum(20 + 10 * _TENS.index(p) if p in _TENS else _UNITS.index(p) for p in parts))


_LINK = (
    r"(?:[\s:=#|≈~\"'()\[\]]|->|=>|→|-\s"
    r"|\b(?:is|be|of|at|as|to|number|no\.?|nr\.?|num|index|id|level|value|size|set|should|will"
    r"|equals?|about|approximately|around|roughly|exactly|lvl)\b)*?"
)
# Text after a number that does not stand alone: a choice, a range, a sum, an unknown unit.
_MORE = re.compile(
    r"\w|/|[ \t]*(?:[%+^\u00d7\u00b7\u00b1\u00f7]|\.\.(?!\.(?:\s|$))"
    r"|(?:[-~,&/]|to\b|and\b|through\b)?[ \t]?[+-]?\.?\d"
    r"|or\s(?:\w+\s){0,2}\d|px\b|pixels?\b|rad(?:ians?)?\b|ft\b|feet\b|mm\b|cm\b|inch(?:es)?\b|mph\b"
    r"|km/?h\b|plus\b|minus\b|times\b)"
)
# A number may be followed by a remark: `power=1.0 (max)`.
_CLOSING = re.compile(r"[\s\"',;]*(?:\([^()\d=]{0,30}\))?[\s\"',;]*[)\]]")
_NO_WORDS = re.compile(r"[\W\d]*")
_AMENDS = re.compile(
    r"\b(?:i mean|i meant|make that|(?:that|it) should (?:be|read)|correction|sorry)\b"
    r"\W{0,3}(?:(?:the|a|with|an)\b ?)*$"
)
_SENTENCE_END = re.compile(r"[.!?;]\s|\n")
_LINE_START = re.compile(r"(?:^|\n)[^\w\n]*(?:\d{1,2}[.)][^\w\n]*)?$")
_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"[ |:-]*-[ |:-]*")
_LONGEST_GAP = 160  # characters between two mentions of a statement
_LONGEST_BARE = 80


@dataclass(frozen=True, slots=True)
class Slot:
    """One number of an action: its names, and the units in which it may be written.

    `labels` is a regular expression. `units` maps each unit to the factor by which a number in it
    is multiplied; a word such as `right` may be a unit, too. A unit without a
    factor (nan) makes the number unreadable. A slot of whole numbers up to `most`
    also takes `7/25` and `7 of 25`; one of `whole` numbers takes no fraction at all.
    """

    name: str
    labels: str
    units: Mapping[str, float] = field(default_factory=dict)
    most: int | None = None
    whole: bool = False

    def value(self, number: str, unit: str) -> float | None:
        """Return the value of a number in a unit; None if it cannot belong to this slot."""
        value = value_of(number, self.most)
        whole = self.whole or self.most is not None
        if value is None or (whole and value != int(value)) or (self.whole and "/" in number):
            return None
        factor = self.units.get(" ".join(unit.split()), 1.0)
        if math.isnan(factor):
            return None
        # `-0.2 right`: twice to the right, or to the left?
        return None if factor < 0 and value < 0 else value * factor


@dataclass(frozen=True, slots=True)
class _Mention:
    slot: int
    start: int
    end: int
    value: float | None


class Statements:
    """Finds statements of an action, given its slots and the names of a call with them.

    Without `bare`, a line of bare numbers is no statement.
    """

    def __init__(self, slots: Sequence[Slot], verbs: str, *, bare: bool = True) -> None:
        self.slots = tuple(slots)
        self._takes_bare = bare
        numbers = [f"({ANY_NUMBER})({_unit(slot)})" for slot in slots]
        apart, listed = r"(?:\s*[,;|]\s*|\s+)".join(numbers), r"\s*,\s*".join(numbers)
        self._bare = re.compile(rf"\W*?(?:(?:{verbs})\s*)?[(\[]?\s*{apart}\W*")
        self._call = re.compile(rf"\b(?:{verbs})\s*\(\s*{listed}\s*\)")
        names = r"\s*,\s*".join(rf"(?:{slot.labels})" for slot in slots)
        self._tuple = re.compile(rf"(?<!\w)\(\s*{names}\s*\)\s*(?:[:=]|is|at)\s*\(\s*{listed}\s*\)")
        self._opening = re.compile(rf"({verbs})?\s*[(\[]\s*$")
        self._mentions = [re.compile(_mention(slot)) for slot in slots]
        self._heads = [re.compile(slot.labels) for slot in slots]

    def __call__(self, text: str) -> list[Statement]:
        """Return all statements in order."""
        text = text.lower()
        found = [*self._calls(text), *self._named(text), *self._rows(text)]
        if not found and self._takes_bare:
            found = [*self._bare_lines(text)]
        return sorted(found, key=lambda each: each.start)

    def _calls(self, text: str) -> Iterator[Statement]:
        for pattern in (self._call, self._tuple):
            for match in pattern.finditer(text):
                yield Statement(match.start(), match.end(), self._values(match))

    def _named(self, text: str) -> list[Statement]:
        """Group mentions into statements; those that fit into none may amend the last one."""
        found: list[Statement] = []
        for group in self._groups(text):
            start, end = group[0].start, group[-1].end
            if len(group) == len(self.slots):
                found.append(self._group(text, group))
            elif found and _AMENDS.search(text, max(found[-1].end, start - 40), start):
                changed = {each.slot: each.value for each in group}
                said = found[-1].values or [None] * len(self.slots)
                values = [changed.get(slot, value) for slot, value in enumerate(said)]
                found[-1] = Statement(found[-1].start, end, _complete(values))
        return found

    def _groups(self, text: str) -> Iterator[list[_Mention]]:
        """Yield mentions of different slots that fit together."""
        group: list[_Mention] = []
        for mention in self._in_order(text):
            full = len(group) == len(self.slots) or mention.slot in {each.slot for each in group}
            if group and (full or not _fit_together(text, group[-1], mention)):
                yield group
                group = []
            group.append(mention)
        if group:
            yield group

    def _in_order(self, text: str) -> list[_Mention]:
        found = [
            _Mention(
                number,
                match.start(),
                match.end(),
                None if _MORE.match(text, match.end()) else slot.value(match[1], match[2]),
            )
            for number, (slot, pattern) in enumerate(zip(self.slots, self._mentions, strict=True))
            for match in pattern.finditer(text)
        ]
        found.sort(key=lambda mention: mention.start)
        chosen = [
            each
            for first, second in pairwise(found)
            if first.slot == second.slot and OR.fullmatch(text, first.end, second.start)
            for each in (first, second)
        ]
        return [replace(each, value=None) if each in chosen else each for each in found]

    def _group(self, text: str, group: list[_Mention]) -> Statement:
        start, end = group[0].start, group[-1].end
        opening = self._opening.search(text, max(0, start - 20), start)
        values = _complete([each.value for each in sorted(group, key=lambda each: each.slot)])
        if opening and opening[1] and not _CLOSING.match(text, end):
            values = None  # the call has further arguments
        return Statement(opening.start() if opening else start, end, values)

    def _rows(self, text: str) -> Iterator[Statement]:
        """Find the rows of tables whose head names every slot."""
        lines = [(line.start(), line[0]) for line in _LINE.finditer(text)]
        for i in range(len(lines) - 2):
            head, rule = lines[i][1], lines[i + 1][1]
            order = self._order(_cells(head)) if "|" in head and _RULE.fullmatch(rule) else None
            for start, row in lines[i + 2 :] if order else ():
                cells = _cells(row)
                if len(cells) <= max(order or ()):
                    break
                pairs = zip(self.slots, order or (), strict=True)
                values = [_cell(slot, cells[column]) for slot, column in pairs]
                yield Statement(start, start + len(row), _complete(values))

    def _order(self, head: list[str]) -> list[int] | None:
        """Return the column of every slot; None if the head does not name each once."""
        found = [[i for i, cell in enumerate(head) if p.fullmatch(cell)] for p in self._heads]
        return [each[0] for each in found] if all(len(each) == 1 for each in found) else None

    def _bare_lines(self, text: str) -> Iterator[Statement]:
        """Find lines of bare numbers; a short text may have them on several lines."""
        whole = self._bare.fullmatch(text) if len(text) <= _LONGEST_BARE else None
        if whole:
            yield Statement(0, len(text), self._values(whole))
            return
        for line in _LINE.finditer(text):
            match = self._bare.fullmatch(line[0]) if len(line[0]) <= _LONGEST_BARE else None
            if match:
                yield Statement(line.start(), line.end(), self._values(match))

    def _values(self, match: re.Match[str]) -> Values | None:
        pairs = zip(self.slots, match.groups()[::2], match.groups()[1::2], strict=True)
        return _complete([slot.value(number, unit) for slot, number, unit in pairs])


def _fit_together(text: str, first: _Mention, second: _Mention) -> bool:
    """Return whether two mentions can belong to one statement."""
    gap = text[first.end : second.start]
    if len(gap) > _LONGEST_GAP:
        return False
    if _NO_WORDS.fullmatch(gap) or not _SENTENCE_END.search(gap):
        return True
    return all(_LINE_START.search(text, max(0, m.start - 20), m.start) for m in (first, second))


def _complete(values: Sequence[float | None]) -> Values | None:
    found = tuple(value for value in values if value is not None)
    return found if len(found) == len(values) else None


def _cell(slot: Slot, text: str) -> float | None:
    match = re.fullmatch(rf"({ANY_NUMBER})({_unit(slot)})", text)
    return slot.value(match[1], match[2]) if match else None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _mention(slot: Slot) -> str:
    of = rf"(?:\s*(?:/|of|out of)\s*{slot.most}(?![\d.]))?" if slot.most else ""
    labels = rf"(?<![\w.])(?:{slot.labels})(?![^\W\d])"
    return rf"{labels}{_LINK}{SUM}({NUMBER}|{WORDS}\b){of}({_unit(slot)})"


def _unit(slot: Slot) -> str:
    known = "|".join(sorted(map(re.escape, slot.units), key=len, reverse=True))
    return rf"\s*(?:{known})(?![^\W\d_])|" if known else ""
