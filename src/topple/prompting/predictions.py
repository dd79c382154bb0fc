"""Predictions that come with an action: what was said, and whether it came true."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from topple.prompting.answers import plain_action

LONGEST = 600  # letters of a prediction that are kept and told again
_TEXT = re.compile(r"prediction\W*?:\s*(.*?)\s*(?:\n\W*action\b|$)", re.IGNORECASE | re.DOTALL)
_GOAL = re.compile(r"(yes|no)\b")
_RIGHT, _WAS = "_right", "_was"
Value = bool | str | list[int] | list[str]


@dataclass(frozen=True, slots=True)
class Checked:
    """A fact that was foretold, what came of it, and whether the two agree."""

    name: str
    said: Value
    was: Value
    right: bool

    @classmethod
    def same(cls, name: str, said: Value | None, was: Value) -> Checked | None:
        """Compare a fact; None if nothing was said of it."""
        return None if said is None else cls(name, said, was, said == was)


def text_of(answer: str) -> str:
    """Give the prediction of an answer in the model's own words."""
    match = _TEXT.search(answer[: 20 * LONGEST])
    return match[1][:LONGEST] if match else ""


def said_of(name: str, answer: str) -> str | None:
    """Give what an answer says on a line of its own of a fact, plainly; the last word counts."""
    text = plain_action(answer[: 20 * LONGEST])
    found = re.findall(rf"\b{name}\s*[:=]\s*([^\n;]*)", text)
    return found[-1].strip() if found else None


def said_goal(answer: str) -> bool | None:
    """Say whether the goal was foretold to hold."""
    match = _GOAL.match(said_of("goal", answer) or "")
    return match[1] == "yes" if match else None


def facts_of(answer: str, checked: Iterable[Checked | None]) -> dict[str, Any]:
    """Write a prediction and its facts down for the record."""
    facts: dict[str, Any] = {"text": text_of(answer)}
    for each in checked:
        if each is not None:
            facts[each.name] = each.said
            facts[each.name + _WAS] = each.was
            facts[each.name + _RIGHT] = each.right
    return facts


def names_of(facts: Mapping[str, Any]) -> list[str]:
    """Name the facts of a record that were checked."""
    return [name.removesuffix(_RIGHT) for name in facts if name.endswith(_RIGHT)]


@dataclass(frozen=True, slots=True)
class Foretold:
    """How often a fact was foretold, foretold rightly, and would be by the commonest answer."""

    name: str
    said: int
    right: int
    commonest: int


def tally(predictions: Iterable[Mapping[str, Any]]) -> list[Foretold]:
    """Count over the records of many predictions, fact by fact."""
    right: Counter[str] = Counter()
    truths: dict[str, Counter[str]] = {}
    for facts in predictions:
        for name in names_of(facts):
            right[name] += facts[name + _RIGHT]
            truths.setdefault(name, Counter())[str(facts[name + _WAS])] += 1
    return [
        Foretold(name, counts.total(), right[name], max(counts.values()))
        for name, counts in truths.items()
    ]


def is_right(facts: Mapping[str, Any], name: str) -> bool:
    """Say whether a fact that was checked came true."""
    return bool(facts[name + _RIGHT])
