"""Read answers by the rules of the original's figures."""

from __future__ import annotations

import re

from topple.worlds.phyre.physiq.items import Kind
from topple.worlds.phyre.physiq.readers.ranking import Order

_HEAD = 5  # a sanity check looks at the first characters only
_WHOLE_ANSWERS = {"yes": True, "no": False, "n": False}
_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_FOUR = re.compile(r"\[?\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\]?")


def read_classic(kind: Kind, answer: str) -> bool | float | Order | None:
    """Read an answer to a classic item other than an insertion."""
    text = answer.strip().lower()
    match kind:
        case Kind.SANITY:
            head = text[:_HEAD]
            return True if "yes" in head else False if "no" in head else None
        case Kind.CONFIDENCE:
            number = _NUMBER.search(text)
            # The original accepts numbers above 100; a share above 1 could not be scored.
            return min(int(number[0]), 100) / 100 if number else None
        case Kind.RANKING:
            found = _FOUR.fullmatch(text)
            return tuple(int(digits[:9]) for digits in found.groups()) if found else None
    return _WHOLE_ANSWERS.get(text)
