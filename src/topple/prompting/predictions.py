"""Predictions that precede an action: the facts they state, and whether these were correct."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from topple.prompting.answers import plain
from topple.prompting.decide import CORRECTION
from topple.tasks.outcome import Outcome

LONGEST = 600  # characters of a prediction that are kept and shown again
_TEXT = re.compile(r"prediction\W*?:\s*(.*?)\s*(?:\n\W*action\b|$)", re.IGNORECASE | re.DOTALL)
_HOLDS = ("yes", "true", *("ja", "oui", "sí", "да", "是", "はい"))
_FAILS = ("no", "false", *("nein", "non", "não", "нет", "否", "いいえ"))
_GOAL = re.compile(rf"({'|'.join((*_HOLDS, *_FAILS))})\b(?!\s*(?:/|or\b))")
# Text between the name of a fact and its value: `Goal: yes`, `"goal": "yes"`, `| yes |`.
_SAYS = r"[\"')\]]*\s*(?:[:=|→>]|->|- )[\s\"'(\[]*"
_RIGHT, _WAS = "_right", "_was"
Value = bool | str | list[int] | list[str]


@dataclass(frozen=True, slots=True)
class Checked:
    """A predicted fact, the true one, and whether the two agree."""

    name: str
    said: Value
    was: Value
    right: bool

    @classmethod
    def same(cls, name: str, said: Value | None, was: Value) -> Checked | None:
        """Compare a fact by equality; None if the prediction does not state it."""
        return None if said is None else cls(name, said, was, said == was)


def text_of(answer: str) -> str:
    """Return the prediction of an answer in the model's own words."""
    match = _TEXT.search(answer[: 20 * LONGEST])
    return match[1][:LONGEST] if match else ""


def said_of(name: str, answer: str) -> str | None:
    """Return what an answer states after `name:`, as plain text.

    The last statement counts, unless it contradicts one on the line before without a correction.
    """
    text = plain(answer[: 20 * LONGEST]).lower()
    # A heading holds the name alone, and the next line says the value.
    found = [*re.finditer(rf"\b{name}(?:{_SAYS}|[ \"')\]]*\n+)([^\n;]*)", text)]
    said = [each[1].strip() for each in found]
    if len(found) > 1 and said[-2] != said[-1] and not CORRECTION.search(said[-2]):
        between = text[found[-2].end() : found[-1].start()]
        first = text[: found[-2].start()].rpartition("\n")[2]
        if not (between + first).strip(" \n-"):
            return None
    return said[-1] if said else None


def said_goal(answer: str) -> bool | None:
    """Return whether the prediction is that the goal will hold; None if it does not say."""
    match = _GOAL.match(said_of("goal", answer) or "")
    return match[1] in _HOLDS if match else None


def check_goal(answer: str, before: Any, game: Any) -> list[Checked | None]:
    """Compare a prediction about the goal with the game as it now stands."""
    return [Checked.same("goal", said_goal(answer), game.outcome is Outcome.SOLVED)]


def facts_of(answer: str, checked: Iterable[Checked | None]) -> dict[str, Any]:
    """Return a prediction and its facts as plain data for the record."""
    facts: dict[str, Any] = {"text": text_of(answer)}
    for each in checked:
        if each is not None:
            facts[each.name] = each.said
            facts[each.name + _WAS] = each.was
            facts[each.name + _RIGHT] = each.right
    return facts


def names_of(facts: Mapping[str, Any]) -> list[str]:
    """Return the names of the facts that were checked."""
    return [name.removesuffix(_RIGHT) for name in facts if name.endswith(_RIGHT)]


def truth_of(facts: Mapping[str, Any]) -> str:
    """Write for every checked fact what was predicted and what was true: `Goal: yes, it was no.`"""
    return " ".join(
        f"{name.replace('_', ' ').capitalize()}: you predicted {_words(facts[name])}, it was "
        f"{_words(facts[name + _WAS])}."
        for name in names_of(facts)
    )


def _words(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else ", ".join(map(str, value)) or "none"


@dataclass(frozen=True, slots=True)
class FactCount:
    """Counts for one fact: predicted, correct, and correct when always guessing the mode."""

    name: str
    said: int
    right: int
    commonest: int


def tally(predictions: Iterable[Mapping[str, Any]]) -> list[FactCount]:
    """Count facts over the records of many predictions."""
    right: Counter[str] = Counter()
    truths: dict[str, Counter[str]] = {}
    for facts in predictions:
        for name in names_of(facts):
            right[name] += facts[name + _RIGHT]
            truths.setdefault(name, Counter())[str(facts[name + _WAS])] += 1
    return [
        FactCount(name, counts.total(), right[name], max(counts.values()))
        for name, counts in truths.items()
    ]


def is_right(facts: Mapping[str, Any], name: str) -> bool:
    """Return whether a checked fact was predicted correctly."""
    return bool(facts[name + _RIGHT])
