"""Find the statements of an action in a text: places where all its numbers have a value.

An action form has slots, for example a grid cell and a radius level. A *mention* is the name of a
slot, words or signs that lead to a number (`:`, `=`, `is`, `of`, `level`), and the number. Numbers
may be words, percentages or fractions, or have a unit that the slot knows. A *statement* is one of

- mentions of all slots, in any order, in one sentence or each on a line of its own;
- a call such as `place(7, 3)`;
- a row of a table whose head names the slots;
- if there is none of these, a line of bare numbers in the order of the slots.

Nothing is computed: a statement with a range, a choice or a sum has no values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from topple.prompting.decide import Statement, Values
from topple.prompting.numerals import ANY_NUMBER, NUMBER, WORDS, value_of

_LINK = (
    r"(?:[\s:=#|≈~\"'()\[\]]|->|=>|→|-\s"
    r"|\b(?:is|be|of|at|as|to|number|no\.?|nr\.?|num|index|id|level|value|size|set|should|will"
    r"|equals?|about|approximately|around|roughly|exactly|lvl)\b)*?"
)
# Text after a number that does not stand alone: a choice, a range, a sum, an unknown unit.
_MORE = re.compile(
    r"\w|/|[ \t]*(?:[%+^\u00d7\u00b7\u00b1\u00f7]|\.\.|…"
    r"|(?:[-~,&/]|to\b|and\b|through\b)?[ \t]?[+-]?\.?\d"
    r"|or\s(?:\w+\s){0,2}\d|px\b|pixels?\b|rad(?:ians?)?\b|ft\b|feet\b|mm\b|cm\b|inch(?:es)?\b|mph\b|km/?h\b|plus\b|minus\b|times\b)"
)
_CLOSING = re.compile(r"[\s\"',;]*[)\]]")
_NO_WORDS = re.compile(r"[\W\d]*")
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
    is multiplied; a word such as `right` may be a unit, too. A slot of whole numbers up to `most`
    also takes `7/25` and `7 of 25`.
    """

    name: str
    labels: str
    units: Mapping[str, float] = field(default_factory=dict)
    most: int | None = None

    def value(self, number: str, unit: str) -> float | None:
        """Return the value of a number in a unit; None if it cannot belong to this slot."""
        value = value_of(number, self.most)
        if value is None or (self.most is not None and value != int(value)):
            return None
        factor = self.units.get(unit.strip(), 1.0)
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
        self._opening = re.compile(rf"({verbs})?\s*[(\[]\s*$")
        self._mentions = [re.compile(_mention(slot)) for slot in slots]
        self._heads = [re.compile(slot.labels) for slot in slots]

    def __call__(self, text: str) -> list[Statement]:
        """Return all statements in order."""
        found = [*self._calls(text), *self._named(text), *self._rows(text)]
        if not found and self._takes_bare:
            found = [*self._bare_lines(text)]
        return sorted(found, key=lambda each: each.start)

    def _calls(self, text: str) -> Iterator[Statement]:
        for match in self._call.finditer(text):
            yield Statement(match.start(), match.end(), self._values(match))

    def _named(self, text: str) -> Iterator[Statement]:
        """Group mentions into statements; a mention that fits into none is left out."""
        group: list[_Mention] = []
        for mention in self._in_order(text):
            known = {each.slot for each in group}
            if mention.slot in known or (group and not _fit_together(text, group[-1], mention)):
                group = []
            group.append(mention)
            if len(group) == len(self.slots):
                yield self._group(text, group)
                group = []

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
        return sorted(found, key=lambda mention: mention.start)

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
    return rf"{labels}{_LINK}({NUMBER}|{WORDS}\b){of}({_unit(slot)})"


def _unit(slot: Slot) -> str:
    known = "|".join(sorted(map(re.escape, slot.units), key=len, reverse=True))
    return rf"\s*(?:{known})(?![^\W\d_])|" if known else ""
