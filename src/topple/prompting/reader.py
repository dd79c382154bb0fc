"""Read an action from an answer: it is parsed, never evaluated, never replaced by a default.

An action form has slots, for example a grid cell and a radius level. All forms share one grammar:

- A *mention* is the name of a slot, words or signs that lead to a number (`:`, `=`, `is`, `of`,
  `level`), and the number. Numbers may be words, percentages or fractions, or have a unit that the
  slot knows. A number in a range, a choice or a sum is not a mention: nothing is computed.
- A *statement* gives every slot one value, within one sentence. A call such as `place(7, 3)` is a
  statement too, and so are bare numbers in the order of the slots if they fill an answer or a line.
- If there is a label (`Action:`, `Answer:`, `Final answer:`), only what follows the last one
  counts. Without a label, statements that are rejected or describe the past do not count; if the
  others differ, the last line counts if it is a statement and nothing else; otherwise none counts.

An answer that cannot be read this way is unreadable. A value that the form does not offer is still
read; the form then refuses it, which is another outcome.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from topple.prompting.answers import LONGEST, action_sentences, plain_action
from topple.prompting.numerals import ANY_NUMBER, NUMBER, WORDS, value_of

NO_ACTION = "no action"

_LINK = (
    r"(?:[\s:=#|≈~\"'()\[\]]|->|=>|→|-\s"
    r"|\b(?:is|be|of|at|as|to|number|no\.?|nr\.?|num|index|id|level|value|size|set|should|will"
    r"|equals?|about|approximately|around|roughly|exactly|lvl)\b)*?"
)
# What follows a number that does not stand alone: a choice, a range, a sum, an unknown unit.
_MORE = re.compile(
    r"\w|/|[ \t]*(?:[+^\u00d7\u00b7\u00b1\u00f7]|\.\.|…"
    r"|(?:[-~,&/]|to\b|and\b|through\b)?[ \t]?[+-]?\.?\d"
    r"|or\s(?:\w+\s){0,2}\d|px\b|pixels?\b|plus\b|minus\b|times\b)"
)
_LABEL = re.compile(
    r"(?:^|\n)[ \t>#\-\"'(\[\d.)]*(?:step *\d+ *[:.)-]? *)?"
    r"(?:(?:my|the|your|chosen|next|new|best) )*(?:action|answer|output|response|decision|choice)"
    r"(?: *\w+)? *[\"']? *[:=\n]"
    r"|[\"'](?:action|answer)[\"'] *:"
    r"|\bfinal (?:answer|action|decision|choice|output)(?: is)? *[:=\n]?"
)
# Words that reject an action: up to four words before it, or right after it.
_REJECTED = re.compile(
    r"\b(?:not|n't|never|avoid\w*|instead of|rather than|unlike|no longer|cannot|can't|won't"
    r"|against|previous\w*|earlier|tried|trying|attempt(?:s|ed)?|last time|failed|example|e\.g\.?"
    r"|for instance|if|suppose|consider\w*|maybe|perhaps|could|might)\b"
    r"(?:\W{1,9}\w+){0,4}?\W*$"
)
_FAILED = re.compile(
    r"\W*(?:failed|fails|was\b|were\b|did\b|missed|misses|overlaps?\b"
    r"|is (?:invalid|wrong|blocked|not|too)|isn't|do(?:es)?(?: not|n't)"
    r"|would (?:overlap|fail|not|miss|be too)|will (?:not|fail)|won't|cannot|can't)"
)
_CHOICE = re.compile(r"\b(?:or|alternatively|versus|vs\.?)\W*\n[^\n]*$")
_LONGEST_BARE = 80

Values = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """One number of an action: its names, and the units in which it may be written.

    `labels` is a regular expression. `units` maps each unit to the factor by which a number in it
    is multiplied. A slot of whole numbers up to `most` also takes `7/25` and `7 of 25`.
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
        return value * self.units.get(unit.strip(), 1.0)


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of all slots, or the reason why there are none."""

    values: Values | None
    why: str = ""


class Reader:
    """Reads answers in one action form, given its slots and the names of a call with them."""

    def __init__(self, slots: Sequence[Slot], verbs: str) -> None:
        self.slots = tuple(slots)
        numbers = [f"({ANY_NUMBER})({_unit(slot)})" for slot in slots]
        apart, listed = r"(?:\s*[,;|]\s*|\s+)".join(numbers), r"\s*,\s*".join(numbers)
        self._bare = re.compile(rf"\W*?(?:(?:{verbs})\s*)?[(\[]?\s*{apart}\W*")
        self._call = re.compile(rf"\b(?:{verbs})\s*\(\s*{listed}\s*\)")
        self._mentions = [re.compile(_mention(slot)) for slot in slots]

    def read(self, answer: str) -> Reading:
        """Find the one action that an answer states."""
        if len(answer) > LONGEST:
            return Reading(None, f"the answer has {len(answer):,} characters")
        text = plain_action(answer)
        if not text.strip():
            return Reading(None, "the answer is empty")
        labels = list(_LABEL.finditer(text))
        if labels:
            return self._labelled(text[labels[-1].end() :])
        return self._unlabelled(text)

    def _labelled(self, text: str) -> Reading:
        """Read what follows a label: the first line, the first paragraph, or everything."""
        paragraph = next((part for part in text.split("\n\n") if part.strip()), "").strip()
        for part in (paragraph.split("\n")[0], paragraph, text):
            found = self._stated("\n".join(self._meant(part)))
            if len(found) == 1:
                return Reading(found.pop())
        return Reading(None, f"{'several actions' if found else NO_ACTION} after the label")

    def _unlabelled(self, text: str) -> Reading:
        meant = self._meant(text)
        found = {each for part in meant for each in self._stated(part)}
        if not found:
            found = self._stated("\n".join(meant))
        if len(found) > 1 and not _CHOICE.search(text.strip()):
            last = next(line for line in reversed(text.split("\n")) if line.strip())
            alone = self._stated(last)
            if len(alone) == 1 and self._nothing_else(last):
                found = alone
        if len(found) == 1:
            return Reading(found.pop())
        return Reading(None, "several actions" if found else NO_ACTION)

    def _stated(self, text: str) -> set[Values]:
        """Return the actions that a text states: none, one, or more than one."""
        calls = [self._numbers(match) for match in self._call.finditer(text)]
        if calls:
            return {values for values in calls if values is not None}
        bare = self._bare.fullmatch(text) if len(text) <= _LONGEST_BARE else None
        if bare:
            values = self._numbers(bare)
            return set() if values is None else {values}
        columns: list[list[float]] = []
        for slot, pattern in zip(self.slots, self._mentions, strict=True):
            found = {
                None if _MORE.match(text, m.end()) else slot.value(m[1], m[2])
                for m in pattern.finditer(text)
            }
            # Two values suffice to see that they differ.
            columns.append(sorted(value for value in found if value is not None)[:2])
            if None in found:
                return set()
        return set(product(*columns))

    def _numbers(self, match: re.Match[str]) -> Values | None:
        pairs = zip(self.slots, match.groups()[::2], match.groups()[1::2], strict=True)
        found = [slot.value(number, unit) for slot, number, unit in pairs]
        return None if None in found else tuple(value for value in found if value is not None)

    def _meant(self, text: str) -> list[str]:
        """Return the sentences that do not reject an action or describe an earlier one."""
        return [part for part in action_sentences(text) if not self._dropped(part)]

    def _dropped(self, part: str) -> bool:
        patterns = (*self._mentions, self._call)
        spans = [m.span() for pattern in patterns for m in pattern.finditer(part)]
        if not spans:
            return False
        before, after = part[: min(spans)[0]], part[max(end for _, end in spans) :]
        return bool(_REJECTED.search(before) or _FAILED.match(after))

    def _nothing_else(self, line: str) -> bool:
        if len(line) <= _LONGEST_BARE and self._bare.fullmatch(line):
            return True
        for pattern in (self._call, *self._mentions):
            line = pattern.sub(" ", line)
        return not re.search(r"\w", re.sub(r"\band\b", "", line))


def _mention(slot: Slot) -> str:
    of = rf"(?:\s*(?:/|of|out of)\s*{slot.most}(?![\d.]))?" if slot.most else ""
    labels = rf"(?<![\w.])(?:{slot.labels})(?![^\W\d])"
    return rf"{labels}{_LINK}({NUMBER}|{WORDS}\b){of}({_unit(slot)})"


def _unit(slot: Slot) -> str:
    known = "|".join(sorted(map(re.escape, slot.units), key=len, reverse=True))
    return rf"\s*(?:{known})(?![^\W\d_])|" if known else ""
