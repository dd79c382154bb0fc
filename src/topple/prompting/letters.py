"""Read the letter of an option.

A letter counts that stands alone or is marked as the answer; two different letters are none.
"""

from __future__ import annotations

import re

from topple.prompting.answers import LONGEST
from topple.prompting.decide import NO_ACTION, Reading

_MARKED = re.compile(r"\banswer\b(?: is)?[\s:*_`(\"']{0,6}([a-z])(?![a-z])", re.IGNORECASE)
_ALONE = re.compile(r"[\s*_`(\"']{0,6}([a-z])[\s*_`)\"'.]{0,6}", re.IGNORECASE)


def read_letter(answer: str) -> Reading:
    """Return the number of a letter, from 0 for A; also of one without an option."""
    if len(answer) > LONGEST:
        return Reading(None, f"the answer has {len(answer):,} characters")
    alone = _ALONE.fullmatch(answer)
    found = {alone[1].upper()} if alone else {m.upper() for m in _MARKED.findall(answer)}
    if len(found) > 1:
        return Reading(None, "the answer names several letters")
    return Reading((ord(found.pop()) - ord("A"),)) if found else Reading(None, NO_ACTION)
